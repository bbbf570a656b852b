import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as ownerCalls from '#server/owner/calls.ts';
import { contract } from '#shared/calls/contract.ts';

/** Commands that nothing that happens meanwhile makes wrong, and why. */
const NEVER_STALE: Readonly<Record<string, string>> = {
  openUnits: 'time that is not closed stays as it is',
  rebuild: 'a second press begins the same again',
  makeCalendarFeed: 'makes a new address whether there is one or not',
  removeCalendarFeed: 'an address that is gone stays gone',
};

test('every command of the owner is sent from a stale page', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const texts = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  const isTried = (command: string) => texts.some((text) => text.includes(`\n    '${command}',\n`));
  const commands = Object.keys(ownerCalls).filter(
    (name) => contract[name as keyof typeof ownerCalls].method === 'POST',
  );
  expect(commands.filter((name) => !isTried(name)).toSorted()).toEqual(Object.keys(NEVER_STALE).toSorted());
});
