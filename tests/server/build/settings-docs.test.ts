import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envExample, settingsPage } from '#server/build/settings-docs.ts';
import { VARIABLES } from '#server/process/config-variables.ts';

test('.env.example lists every variable once, with its default and a comment, and sets none', () => {
  const lines = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8').split('\n');
  const listed = lines.flatMap((line) => /^# ([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1) ?? []);
  const expected = VARIABLES.flatMap(({ name, default: value }) => [name, value.includes('`') ? '' : value]);
  expect(listed).toEqual(expected);
  expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
  // `npm run settings` writes it.
  expect(lines.join('\n')).toBe(envExample());
});

test('docs/settings.md lists every variable once, those that production requires first', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  // `npm run settings` writes it.
  expect(page).toBe(settingsPage());
  const [, required = '', optional = ''] = page.split(/\n## .*\n/);
  const namesIn = (text: string) => Array.from(text.matchAll(/^- `(\w+)`/gm), ([, name]) => name);
  const names = (isRequired: boolean) =>
    VARIABLES.filter(({ missing }) => (missing !== undefined) === isRequired).map(({ name }) => name);
  expect([namesIn(required), namesIn(optional)]).toEqual([names(true), names(false)]);
});
