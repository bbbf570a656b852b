import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SERVICES } from '#shared/business/catalogue.ts';

const sprite = readFileSync(new URL('../../../../client/components/icons/services.svg', import.meta.url), 'utf8');

test('every service has its own icon, and there are no others', () => {
  const names = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toHaveLength(SERVICES.length);
  expect(new Set(names)).toEqual(new Set(SERVICES.map(({ slug }) => slug)));
  const drawings = sprite
    .split('<symbol')
    .slice(1)
    .map((symbol) => symbol.slice(symbol.indexOf('>')));
  expect(new Set(drawings).size).toBe(SERVICES.length);
});
