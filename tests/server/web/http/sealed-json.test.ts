import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openJson, sealJson } from '#server/web/http/sealed-json.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer('the secret of these tests');

/** A value whose JSON has so many bytes. */
const ofBytes = (bytes: number) => ({ text: 'é' + 'x'.repeat(bytes - 13) });

test.each([20, 255, 256, 257, 5000, 32 * 1024])('a value of %i bytes opens to the same value', (bytes) => {
  const value = ofBytes(bytes);
  expect(Buffer.byteLength(JSON.stringify(value))).toBe(bytes);
  expect(openJson(sealer, 'record', sealJson(sealer, 'record', value) ?? '')).toEqual(value);
});

test('a value of more than 32 kB is not sealed', () => {
  expect(sealJson(sealer, 'record', ofBytes(32 * 1024 + 1))).toBeNull();
});

test('a large value is compressed', () => {
  expect(sealJson(sealer, 'record', ofBytes(5000))?.length).toBeLessThan(200);
});

test('a small value that an earlier release has compressed opens', () => {
  const text = sealer.seal('record', deflateRawSync(JSON.stringify({ hold: 'it' })));
  expect(openJson(sealer, 'record', text)).toEqual({ hold: 'it' });
});

test.each([
  ['for another purpose', sealJson(sealer, 'elsewhere', {}) ?? ''],
  ['of something else than JSON', sealer.seal('record', Buffer.from('not JSON'))],
  ['of more than 32 kB when opened', sealer.seal('record', deflateRawSync(JSON.stringify('x'.repeat(40_000))))],
  ['that is none', 'abc'],
])('a text %s opens to nothing', (_, text) => {
  expect(openJson(sealer, 'record', text)).toBeNull();
});
