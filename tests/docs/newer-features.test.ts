import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWER_FEATURES } from '../e2e/newer-features.ts';

test('docs/promises.md has a row for each feature that the test of older browsers removes', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/promises.md'), 'utf8');
  const [, table = ''] = /\n## What browsers may lack\n([^]*?)\n## /.exec(text) ?? [];
  const [, , ...rows] = table.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(NEWER_FEATURES.map(({ name }) => name));
});
