import { expect, test } from 'vitest';
import { readNdjson, writeNdjson } from '#shared/calls/ndjson.ts';

async function* countTo(most: number, log: string[] = []) {
  try {
    for (let number = 1; number <= most; number++) {
      log.push(`made ${number}`);
      yield { number };
    }
  } finally {
    log.push('ended');
  }
}

test('values travel as one line each and come back the same', async () => {
  expect(await Array.fromAsync(readNdjson(writeNdjson(countTo(3))))).toEqual([
    { number: 1 },
    { number: 2 },
    { number: 3 },
  ]);
});

test('leaving the loop over the values ends the generator on the other side', async () => {
  const log: string[] = [];
  for await (const value of readNdjson(writeNdjson(countTo(1000, log)))) {
    expect(value).toEqual({ number: 1 });
    break;
  }
  expect(log).toEqual(['made 1', 'ended']);
});

test('an error in the middle of a stream reaches the reader after the earlier values', async () => {
  async function* broken() {
    yield 1;
    throw new Error('torn');
  }
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const value of readNdjson(writeNdjson(broken()))) seen.push(value);
  })();
  await expect(reading).rejects.toThrow('torn');
  expect(seen).toEqual([1]);
});
