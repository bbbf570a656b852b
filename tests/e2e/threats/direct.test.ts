import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { THREATS, testThreats } from './threats.ts';

testThreats(null);

test('docs/promises.md lists each threat with the file of its tests', () => {
  const promises = readFileSync(join(import.meta.dirname, '../../../docs/promises.md'), 'utf8');
  const listed = Array.from(promises.matchAll(/^`([\w-]+\.ts)`\n\n((?:[- ].*\n)+)/gm), ([, file, list = '']) =>
    Array.from(list.matchAll(/^- \*\*(.+?)\.\*\*/gm), ([, name]) => [file, name]),
  ).flat();
  const tested = Object.entries(THREATS).flatMap(([file, threats]) => Object.keys(threats).map((name) => [file, name]));
  expect(listed).toEqual(tested);
});
