import { expect, test } from 'vitest';
import { RowTexts } from '#db/read-models/row-texts.ts';

const PEOPLE = [
  ['a', 'ada reyes\nada@example.com'],
  ['b', 'ben ñandú\nben@example.com'],
  ['c', null],
  ['d', ''],
] as const;

function textsOf(rows: Iterable<readonly [string, string | null]>): RowTexts {
  const texts = new RowTexts();
  for (const [key, text] of rows) texts.put(key, text);
  return texts;
}

test.each([
  ['ada', ['a']],
  ['example.com', ['a', 'b']],
  ['reyes\nada@', ['a']],
  ['ñandú', ['b']],
  // The end of one text and the beginning of the next.
  ['comben', []],
  ['eve', []],
  // Every text contains it.
  ['', ['a', 'b', 'd']],
])('the texts that contain %j are those of %j', (text, keys) => {
  expect(textsOf(PEOPLE).keysContaining(text)).toEqual(keys);
});

test('a text that was replaced or removed is not found any more', () => {
  const texts = textsOf(PEOPLE);
  texts.put('a', 'eve reyes\neve@example.com');
  texts.put('b', null);
  texts.put('c', 'ben the second');
  expect(texts.keysContaining('ada')).toEqual([]);
  expect(texts.keysContaining('eve')).toEqual(['a']);
  expect(texts.keysContaining('ben')).toEqual(['c']);
});

test('a text that contains another twice is found once', () => {
  expect(textsOf([['a', 'la la la']]).keysContaining('la')).toEqual(['a']);
});

test('texts are found however many come later, and however often they change', () => {
  const texts = textsOf(PEOPLE);
  const keys = Array.from({ length: 3000 }, (_, index) => `k${index}`);
  for (const round of [1, 2, 3, 4]) for (const key of keys) texts.put(key, `${key} in round ${round} of a long text`);
  expect(texts.keysContaining('in round 4').toSorted()).toEqual(keys.toSorted());
  expect(texts.keysContaining('in round 3')).toEqual([]);
  expect(texts.keysContaining('k1234 ')).toEqual(['k1234']);
  expect(texts.keysContaining('ada')).toEqual(['a']);
});

test('of very many texts, exactly those that contain another are found, in their order', () => {
  const rows = Array.from({ length: 9000 }, (_, index) => [`k${index}`, index % 3 === 0 ? 'annan' : 'anana'] as const);
  const texts = textsOf(rows);
  texts.put('k8999', null);
  for (const [sought, rest] of [
    ['ann', [0]],
    ['ana', [1, 2]],
    ['nana', [1, 2]],
    ['an', [0, 1, 2]],
  ] as const) {
    const keys = rows.keys().filter((index) => index !== 8999 && rest.some((each) => index % 3 === each));
    expect(texts.keysContaining(sought)).toEqual(Array.from(keys, (index) => `k${index}`));
  }
});
