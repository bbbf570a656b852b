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

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

test('values travel as one line each and come back the same', async () => {
  expect(await Array.fromAsync(readNdjson(writeNdjson(countTo(3))))).toEqual([
    { number: 1 },
    { number: 2 },
    { number: 3 },
  ]);
});

test('nothing is made before it is asked for, and one value at a time', async () => {
  const log: string[] = [];
  const reader = writeNdjson(countTo(1000, log)).getReader();
  expect(log).toEqual([]);
  await reader.read();
  expect(log).toEqual(['made 1']);
  await reader.read();
  expect(log).toEqual(['made 1', 'made 2']);
  await reader.cancel();
});

test('a reader that leaves ends the generator', async () => {
  const log: string[] = [];
  const reader = writeNdjson(countTo(1000, log)).getReader();
  await reader.read();
  await reader.cancel();
  expect(log).toEqual(['made 1', 'ended']);
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

test('lines may be cut anywhere, inside a character too, and the last may lack its end', async () => {
  const bytes = new TextEncoder().encode('{"name":"Añez"}\n\n[1,2]\n"end"');
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await Array.fromAsync(readNdjson(streamOf(pieces)))).toEqual([{ name: 'Añez' }, [1, 2], 'end']);
});
