import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { youngFunctions } from '#server/build/young-functions.ts';

const rewritten = (code: string) => youngFunctions(code).toString();

test.each([
  ['this.load = () => 1;', 'this.load = false ? 0 : () => 1;'],
  ['store.items[0].on = async function* (each) {};', 'store.items[0].on = false ? 0 : async function* (each) {};'],
  ['a.b = (c.d = x => x);', 'a.b = (c.d = false ? 0 : x => x);'],
  [
    'class A { #f; constructor() { this.#f = () => this; } }',
    'class A { #f; constructor() { this.#f = false ? 0 : () => this; } }',
  ],
])('%s becomes an assignment of an expression', (code, expected) => {
  expect(rewritten(code)).toBe(expected);
});

test.each([
  'let load = () => 1;',
  'load = () => 1;',
  'a.b ??= () => 1;',
  'a.b = make(() => 1);',
  'a.b = { c: () => 1, d() {} };',
  'class A { b = () => 1; }',
  'a.b = class {};',
])('%s stays', (code) => {
  expect(rewritten(code)).toBe(code);
});

test('the rewritten function is called as before, and keeps its name', () => {
  const code =
    'o.first = function () { return this.n; }; o.named = function two() {}; [o.first(), o.first.name, o.named.name]';
  const before: unknown = runInNewContext(code, { o: { n: 1 } });
  expect(rewritten(code)).not.toBe(code);
  expect(JSON.stringify(runInNewContext(rewritten(code), { o: { n: 1 } }))).toBe(JSON.stringify(before));
});
