import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWER_FEATURES } from '../e2e/newer-features.ts';

test('docs/promises.md lists the features that tests/e2e/older-browsers.test.ts removes', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/promises.md'), 'utf8');
  const [, list = ''] = /older-browsers\.test\.ts.*\n\n((?:- .*\n)+)/.exec(text) ?? [];
  expect(Array.from(list.matchAll(/^- \*\*(.+?)\.\*\*/gm), ([, name]) => name)).toEqual(
    NEWER_FEATURES.map(({ name }) => name),
  );
});
