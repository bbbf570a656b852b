import { describe, expect, test, vi } from 'vitest';
import { BadMultipart, readMultipart } from '#server/web/http/multipart.ts';
import { UploadMemory } from '#server/web/http/upload-memory.ts';

const MEGABYTE = 1024 * 1024;
const PART = '--x\r\ncontent-disposition: form-data; name="NAME"; filename="a.jpg"\r\n\r\n';

/** A form that is sent piece by piece, and what becomes of its reading. */
function sending(memory: UploadMemory, network: string, name = 'files') {
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
  const rules = { name: 'files', mostFiles: 6, mostBytes: 12 * MEGABYTE, take, memory, network };
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

describe('files that arrive and do not end', () => {
  test('are cut off beyond the bound: of the network that holds most, the one that holds most', async () => {
    const memory = new UploadMemory(20 * MEGABYTE);
    const ada = sending(memory, 'ada');
    ada.send(8);
    const flood = [3, 4, 3, 3].map((megabytes) => {
      const each = sending(memory, 'mallory');
      each.send(megabytes);
      return each;
    });
    expect(await flood[1]!.outcome).toBe('cut off');
    const others = [ada, ...flood.filter((_, index) => index !== 1)];
    for (const each of others) each.end();
    expect(await Promise.all(others.map(({ outcome }) => outcome))).toEqual(others.map(() => 'read'));
    expect(ada.sizes).toEqual([8 * MEGABYTE]);
  });

  test('leave nothing behind that is counted', async () => {
    const memory = new UploadMemory(10 * MEGABYTE);
    for (let time = 0; time < 5; time++) {
      const whole = sending(memory, 'ada');
      whole.send(6);
      whole.end();
      expect(await whole.outcome).toBe('read');
      const cut = sending(memory, 'ada');
      cut.send(11);
      expect(await cut.outcome).toBe('cut off');
    }
  });
});

test('a file that is being taken is not cut off for one that arrives', async () => {
  const memory = new UploadMemory(10 * MEGABYTE);
  const upload = vi.fn<() => void>();
  const first = memory.enter('ada', upload);
  first.hold(8 * MEGABYTE);
  first.complete();
  const late = sending(memory, 'ben');
  late.send(4);
  expect(await late.outcome).toBe('cut off');
  expect(upload).not.toHaveBeenCalled();
});

test('a file of another field takes no memory', async () => {
  const form = sending(new UploadMemory(MEGABYTE), 'ada', 'others');
  form.send(8);
  form.end();
  expect(await form.outcome).toBe('read');
  expect(form.sizes).toEqual([]);
});

test('far more files than a person picks are not read to their end', async () => {
  const form = sending(new UploadMemory(20 * MEGABYTE), 'mallory');
  for (let file = 0; file < 1000; file++) form.goOn();
  expect(await form.outcome).toBe('cut off');
});

test('a file beyond the most takes no memory, and the form is read', async () => {
  const form = sending(new UploadMemory(4 * MEGABYTE), 'ada');
  for (let file = 0; file < 6; file++) {
    form.send(1);
    form.goOn();
  }
  form.send(8);
  form.goOn();
  form.send(8);
  form.end();
  expect(await form.outcome).toBe('read, without the last');
  expect(form.sizes).toEqual(Array(6).fill(MEGABYTE));
});
