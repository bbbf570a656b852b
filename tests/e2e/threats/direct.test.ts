import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { THREATS, testThreats } from './threats.ts';

testThreats(null);

test('docs/promises.md lists each threat with the file of its tests', () => {
  const promises = readFileSync(join(import.meta.dirname, '../../../docs/promises.md'), 'utf8');
  const listed = Array.from(
    promises.matchAll(/^- \*\*(.+?)\.\*\* (?:.*\n {2})*.*`([\w-]+\.ts)`$/gm),
    ([, name, file]) => [file, name],
  );
  const tested = Object.entries(THREATS).flatMap(([file, threats]) => Object.keys(threats).map((name) => [file, name]));
  expect(listed).toEqual(tested);
});
