import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES, type Variable } from '#server/config-variables.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

function row({ name, default: value, meaning, missing }: Variable): string {
  const code = value === '' || value.includes('`') ? value : `\`${value}\``;
  return `| \`${name}\` | ${code} | ${meaning} | ${missing === undefined ? '' : 'yes'} |`;
}

test('the README lists every variable, its default and whether production needs it', () => {
  const table = VARIABLES.map(row).join('\n');
  expect(README).toContain(`| variable | default | meaning | in production |\n|---|---|---|---|\n${table}\n\n`);
});

test('the README names only commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...README.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]);
  expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
});
