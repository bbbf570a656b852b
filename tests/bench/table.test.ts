import { expect, test } from 'vitest';
import { inTurns } from './measurement.ts';
import { table } from './table.ts';

test('a table shows a figure beside its floor and the older build, with both ratios', () => {
  const figures = [
    { what: 'a hold', value: 60, floor: 30, before: 120, aim: 'at most 0.6 of before' },
    { what: 'holds refused', value: 0, before: 0 },
  ];
  expect(table({ title: 'Holds', floor: 'node:http', figures })).toBe(
    [
      'Holds',
      'floor: node:http',
      '               measured  floor  of floor  before  of before  aim',
      'a hold             60.0   30.0      2.00     120       0.50  at most 0.6 of before',
      'holds refused       0.0                      0.0',
    ].join('\n'),
  );
});

test('a table without floor and older build leaves their columns out', () => {
  const figures = [{ what: 'seconds', value: 1200 }];
  expect(table({ title: 'The rebuild', figures })).toBe('The rebuild\n         measured\nseconds     1,200');
});

test('rounds alternate the order of what is measured and give medians', async () => {
  const order: string[] = [];
  const values: Record<string, number[]> = { now: [3, 1, 2], before: [10, 30, 20] };
  const medians = await inTurns(3, ['now', 'before'], (name) => {
    order.push(name);
    return Promise.resolve({ ms: values[name]!.shift()! });
  });
  expect(order).toEqual(['now', 'before', 'before', 'now', 'now', 'before']);
  expect(medians).toEqual([{ ms: 2 }, { ms: 20 }]);
});
