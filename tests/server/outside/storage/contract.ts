/** What every adapter of the object storage does, as tests. */
import { expect, test } from 'vitest';
import {
  type ListedObject,
  type ObjectStorage,
  type PresignedPost,
  StorageRefused,
  StorageUnreachable,
  type UploadRule,
} from '#server/outside/storage/port.ts';

export interface Opened {
  readonly storage: ObjectStorage;
  /** Posts a form as a browser does. */
  readonly send: (url: string, form: FormData) => Promise<Response>;
  /** Lets the form's time pass. */
  readonly expire: (seconds: number) => Promise<void>;
}

const TEXT = { contentType: 'text/plain' };
const RULE: UploadRule = { contentType: 'image/jpeg', minBytes: 10, maxBytes: 1000, expiresSeconds: 60 };

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function textOf(storage: ObjectStorage, key: string): Promise<string | null> {
  const found = await storage.get(key);
  return found && new TextDecoder().decode(found.bytes);
}

async function listed(pages: AsyncIterable<readonly ListedObject[]>): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of pages) keys.push(...page.map(({ key }) => key));
  return keys;
}

/** The form of a presigned post with a file of this many bytes. */
export function formOf({ fields }: PresignedPost, bytes: number, changes: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
  form.append('file', new File([new Uint8Array(bytes)], 'a file.jpg', { type: 'image/jpeg' }));
  return form;
}

/** Defines the tests. `open` gives an adapter that runs until the test ends; keys of different tests must not meet. */
export function adheresToThePort(open: () => Opened): void {
  let tests = 0;
  const opened = () => ({ ...open(), at: `test-${++tests}` });

  test('an object is read as it was stored, and replaced by a later one', async () => {
    const { storage, at } = opened();
    expect(await storage.get(`${at}/a`)).toBeNull();
    const every = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    await storage.put(`${at}/a`, every, TEXT);
    const first = await storage.get(`${at}/a`);
    expect(Buffer.compare(first!.bytes, every)).toBe(0);
    await storage.put(`${at}/a`, bytesOf('new'), TEXT);
    const second = await storage.get(`${at}/a`);
    expect(new TextDecoder().decode(second!.bytes)).toBe('new');
  });

  test('an object may be empty', async () => {
    const { storage, at } = opened();
    await storage.put(`${at}/empty`, new Uint8Array(), TEXT);
    expect(await textOf(storage, `${at}/empty`)).toBe('');
  });

  test('an object beyond the given size is not read', async () => {
    const { storage, at } = opened();
    await storage.put(`${at}/a`, bytesOf('12345'), TEXT);
    await expect(storage.get(`${at}/a`, { maxBytes: 4 })).rejects.toThrow(StorageRefused);
    expect(await storage.get(`${at}/a`, { maxBytes: 5 })).not.toBeNull();
  });

  test('a list is sorted by key, begins with the prefix, and says sizes', async () => {
    const { storage, at } = opened();
    const keys = ['b', 'a/2', 'a/10', 'a-b', 'A', 'a'];
    for (const key of keys) await storage.put(`${at}/${key}`, bytesOf(key), TEXT);
    await storage.put(`${at}0/a`, bytesOf('another'), TEXT);
    const sorted = ['A', 'a', 'a-b', 'a/10', 'a/2', 'b'].map((key) => `${at}/${key}`);
    expect(await listed(storage.list(`${at}/`))).toEqual(sorted);
    expect(await listed(storage.list(`${at}/a/`))).toEqual([`${at}/a/10`, `${at}/a/2`]);
    expect(await listed(storage.list(`${at}/missing`))).toEqual([]);
    for await (const page of storage.list(`${at}/a/`)) {
      expect(page.map(({ size }) => size)).toEqual([4, 3]);
      for (const { lastModified } of page) expect(lastModified).toBeGreaterThan(Date.parse('2026-01-01'));
    }
  });

  test('a list of more objects than a page has is complete', async () => {
    const { storage, at } = opened();
    const keys = Array.from({ length: 1005 }, (_, index) => `${at}/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(keys.slice(start, start + 50).map((key) => storage.put(key, bytesOf('x'), TEXT)));
    const sizes: number[] = [];
    for await (const page of storage.list(`${at}/`)) sizes.push(page.length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(await listed(storage.list(`${at}/`))).toEqual(keys);
  });

  test('deleted objects are gone, missing ones are ignored, and the others stay', async () => {
    const { storage, at } = opened();
    for (const key of ['a', 'b', 'c']) await storage.put(`${at}/${key}`, bytesOf(key), TEXT);
    await storage.delete([`${at}/a`, `${at}/c`, `${at}/never`]);
    await storage.delete([]);
    expect(await listed(storage.list(`${at}/`))).toEqual([`${at}/b`]);
    expect(await storage.get(`${at}/a`)).toBeNull();
  });

  test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/.b', '.a', 'a b', 'a%2Fb', 'ä', 'a\n', 'a'.repeat(151)])(
    'the key %j is refused before anything is done',
    async (key) => {
      const { storage } = opened();
      await expect(storage.put(key, bytesOf('x'), TEXT)).rejects.toThrow(TypeError);
      await expect(storage.get(key)).rejects.toThrow(TypeError);
      await expect(storage.delete([key])).rejects.toThrow(TypeError);
      await expect(storage.presignPost(key, RULE)).rejects.toThrow(TypeError);
    },
  );

  test('a call whose signal has aborted does nothing', async () => {
    const { storage, at } = opened();
    const signal = AbortSignal.abort();
    await expect(storage.put(`${at}/a`, bytesOf('x'), { ...TEXT, signal })).rejects.toThrow(StorageUnreachable);
    await expect(storage.get(`${at}/a`, { signal })).rejects.toThrow(StorageUnreachable);
    await expect(storage.delete([`${at}/a`], { signal })).rejects.toThrow(StorageUnreachable);
    await expect(listed(storage.list(at, { signal }))).rejects.toThrow(StorageUnreachable);
    expect(await storage.get(`${at}/a`)).toBeNull();
  });

  test('a form of a presigned post stores its file', async () => {
    const { storage, send, at } = opened();
    const post = await storage.presignPost(`${at}/photo`, RULE);
    for (const size of [10, 1000]) {
      const { status } = await send(post.url, formOf(post, size));
      expect(status).toBe(204);
      expect((await storage.get(`${at}/photo`))?.bytes).toHaveLength(size);
    }
  });

  test('a form posts to the origin that the storage names', async () => {
    const { storage, at } = opened();
    const { url } = await storage.presignPost(`${at}/photo`, RULE);
    const { uploadOrigin } = storage;
    expect(uploadOrigin === null ? url.startsWith('/') : new URL(url).origin === uploadOrigin).toBe(true);
  });

  test.each([
    ['a file that is too small', 9, {}, 'EntityTooSmall'],
    ['a file that is too large', 1001, {}, 'EntityTooLarge'],
    ['another type', 100, { 'Content-Type': 'image/svg+xml' }, 'AccessDenied'],
    ['another key', 100, { key: 'elsewhere' }, 'AccessDenied'],
    ['another policy', 100, { Policy: 'e30=' }, /SignatureDoesNotMatch|AccessDenied/],
  ])('a form with %s is refused', async (_, size, changes, code) => {
    const { storage, send, at } = opened();
    const post = await storage.presignPost(`${at}/photo`, RULE);
    const response = await send(post.url, formOf(post, size, changes));
    expect([400, 403]).toContain(response.status);
    expect(await response.text()).toMatch(code);
    expect(await storage.get(`${at}/photo`)).toBeNull();
    expect(await storage.get('elsewhere')).toBeNull();
  });

  test('a form whose time is over is refused', async () => {
    const { storage, send, expire, at } = opened();
    const post = await storage.presignPost(`${at}/photo`, { ...RULE, expiresSeconds: 1 });
    await expire(1);
    expect((await send(post.url, formOf(post, 100))).status).toBe(403);
    expect(await storage.get(`${at}/photo`)).toBeNull();
  });
}
