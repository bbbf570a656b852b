import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const STYLES = join(import.meta.dirname, '../../../client/styles');

test('rules for wide windows are for screens, because media queries match the window when WebKit prints', () => {
  const queries = globSync('*.css', { cwd: STYLES }).flatMap((file) =>
    Array.from(
      readFileSync(join(STYLES, file), 'utf8').matchAll(/@media ([^{]*64rem[^{]*) \{/g),
      ([, query]) => query!,
    ),
  );
  expect(queries).toContain('screen and (width >= 64rem)');
  expect(queries.filter((query) => query.includes('>=') && !query.startsWith('screen and '))).toEqual([]);
});
