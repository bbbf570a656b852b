/** What every adapter of the object storage does, as tests. */
import { expect, test } from 'vitest';
import {
  type ListedObject,
  type ObjectStorage,
  StorageRefused,
  StorageUnreachable,
} from '#server/outside/storage/port.ts';

export interface Opened {
  readonly storage: ObjectStorage;
}

const TEXT = { contentType: 'text/plain' };

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

  test('a list is sorted by key, and begins with the prefix', async () => {
    const { storage, at } = opened();
    const keys = ['b', 'a/2', 'a/10', 'a-b', 'A', 'a'];
    for (const key of keys) await storage.put(`${at}/${key}`, bytesOf(key), TEXT);
    await storage.put(`${at}0/a`, bytesOf('another'), TEXT);
    const sorted = ['A', 'a', 'a-b', 'a/10', 'a/2', 'b'].map((key) => `${at}/${key}`);
    expect(await listed(storage.list(`${at}/`))).toEqual(sorted);
    expect(await listed(storage.list(`${at}/a/`))).toEqual([`${at}/a/10`, `${at}/a/2`]);
    expect(await listed(storage.list(`${at}/missing`))).toEqual([]);
    for await (const page of storage.list(`${at}/a/`)) {
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
}
