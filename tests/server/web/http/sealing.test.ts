import { expect, test } from 'vitest';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer(['the secret of these tests']);
const other = new Sealer(['another secret']);

test.each([
  ['altered', sealer.sign('cookie', 'mine').replace('mine', 'yours')],
  ['cut', sealer.sign('cookie', 'mine').slice(0, -2)],
  ['signed for another purpose', sealer.sign('elsewhere', 'mine')],
  ['signed with another secret', other.sign('cookie', 'mine')],
  ['not signed', 'mine'],
  ['empty', ''],
])('a value that is %s is rejected', (_, signed) => {
  expect(sealer.verify('cookie', signed)).toBeNull();
});

test('a sealed value cannot be read, and opens to the same value', () => {
  const sealed = sealer.seal('flash', { address: '1 Main Stræde' });
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Main');
  expect(sealer.open('flash', sealed)).toEqual({ address: '1 Main Stræde' });
});

test.each([
  ['altered', flip(sealer.seal('flash', 'x'))],
  ['sealed for another purpose', sealer.seal('elsewhere', 'x')],
  ['sealed with another secret', other.seal('flash', 'x')],
  ['too short', 'abc'],
])('a value that is %s does not open', (_, sealed) => {
  expect(sealer.open('flash', sealed)).toBeNull();
});

test('while the secret is rotated, what either has signed or sealed is valid, and the new one signs and seals', () => {
  const [before, after] = ['the secret before', 'the next secret'];
  const rotating = new Sealer([after, before]);
  for (const secret of [before, after]) {
    const one = new Sealer([secret]);
    expect(rotating.verify('cookie', one.sign('cookie', 'mine'))).toBe('mine');
    expect(rotating.open('flash', one.seal('flash', 'x'))).toBe('x');
  }
  expect(new Sealer([after]).verify('cookie', rotating.sign('cookie', 'mine'))).toBe('mine');
  expect(new Sealer([after]).open('flash', rotating.seal('flash', 'x'))).toBe('x');
});

function flip(sealed: string): string {
  return sealed.slice(0, 20) + (sealed[20] === 'A' ? 'B' : 'A') + sealed.slice(21);
}
