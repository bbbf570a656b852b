export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';

const encoder = new TextEncoder();

/** Reads the next value on demand, so that a stalled reader costs nothing. `onCancel` wakes a waiting generator. */
export function writeNdjson(values: AsyncIterable<unknown>, onCancel = () => {}): ReadableStream<Uint8Array> {
  const iterator = values[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      },
      async cancel() {
        onCancel();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

export async function* readNdjson(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line);
      if (done) break;
    }
    if (rest !== '') yield JSON.parse(rest);
  } finally {
    await reader.cancel();
  }
}
