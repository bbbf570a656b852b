import { expect, test } from 'vitest';
import { BadMultipart, readMultipart } from '#server/web/http/multipart.ts';

const MEGABYTE = 1024 * 1024;
const PART = '--x\r\ncontent-disposition: form-data; name="NAME"; filename="a.jpg"\r\n\r\n';

/** A form that is sent piece by piece, and what becomes of its reading. */
function sending(name = 'files') {
  let enqueue: (bytes: Uint8Array) => void = () => {};
  let close = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      enqueue = (bytes) => controller.enqueue(bytes);
      close = () => controller.close();
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const request = new Request('http://site/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const sizes: (number | null)[] = [];
  const take = async (bytes: Uint8Array | null) => void sizes.push(bytes?.length ?? null);
  const rules = { name: 'files', mostFiles: 6, mostBytes: 12 * MEGABYTE, mostBytesInAll: 72 * MEGABYTE, take };
  const outcome = readMultipart(request, rules).then(
    ({ hasMoreFiles }) => (hasMoreFiles ? 'read, without the last' : 'read'),
    (error: unknown) => (error instanceof BadMultipart ? 'cut off' : Promise.reject(error)),
  );
  enqueue(Buffer.from(PART.replace('NAME', name)));
  return {
    sizes,
    outcome,
    /** Sends some of the file. */
    send: (megabytes: number) => enqueue(Buffer.alloc(megabytes * MEGABYTE)),
    /** Ends the file and begins another one. */
    goOn: () => enqueue(Buffer.from(`\r\n${PART.replace('NAME', name)}`)),
    end: () => {
      enqueue(Buffer.from('\r\n--x--\r\n'));
      close();
    },
  };
}

test('far more files than a person picks are not read to their end', async () => {
  const form = sending();
  for (let file = 0; file < 1000; file++) form.goOn();
  expect(await form.outcome).toBe('cut off');
});

test('a form with more bytes than it may have is not read to its end', async () => {
  const form = sending('others');
  form.send(72);
  form.send(1);
  expect(await form.outcome).toBe('cut off');
});

test.each(['form-data', 'form-data; name'])('a field without a name is refused: %s', async (disposition) => {
  const body = `--x\r\ncontent-disposition: ${disposition}\r\n\r\ntext\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const request = new Request('http://site/', { method: 'POST', body, headers });
  const rules = { name: 'files', mostFiles: 6, mostBytes: MEGABYTE, mostBytesInAll: MEGABYTE, take: async () => {} };
  await expect(readMultipart(request, rules)).rejects.toThrow(BadMultipart);
});
