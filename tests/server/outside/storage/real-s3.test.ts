import { describe, expect, onTestFinished, test } from 'vitest';
import { checkStorage } from '#server/outside/storage/check-storage.ts';
import { StorageRefused } from '#server/outside/storage/port.ts';
import { S3Storage } from '#server/outside/storage/s3.ts';
import { adheresToThePort, bytesOf } from './contract.ts';
import { MISSING, realS3 } from './real-s3.ts';

const isInstalled = MISSING.length === 0;

describe.runIf(isInstalled)('a real S3 server', () => {
  const server = realS3();
  const open = (changes = {}) => {
    const stopping = new AbortController();
    const settings = { ...server.settings(), ...changes };
    const storage = new S3Storage({ settings, stopping: stopping.signal });
    onTestFinished(() => storage.close());
    return { storage };
  };

  adheresToThePort(open);

  test.each([{ secretAccessKey: 'wrong' }, { accessKeyId: 'wrong' }, { bucket: 'missing' }])(
    'a call with wrong settings is refused: %j',
    async (changes) => {
      const { storage } = open(changes);
      await expect(storage.get('a')).rejects.toThrow(StorageRefused);
      await expect(storage.put('a', bytesOf('x'), { contentType: 'text/plain' })).rejects.toThrow(StorageRefused);
      await expect(storage.list('a')[Symbol.asyncIterator]().next()).rejects.toThrow(StorageRefused);
      await expect(storage.delete(['a'])).rejects.toThrow(StorageRefused);
    },
  );

  test('doctor proves a bucket, and finds a wrong key', async () => {
    expect(await checkStorage(open().storage)).toEqual({
      part: 'Storage',
      state: 'ok',
      words: 'wrote, read, listed and deleted an object',
    });
    expect(await checkStorage(open({ secretAccessKey: 'wrong' }).storage)).toMatchObject({
      state: 'failed',
      words: expect.stringContaining("Can't write an object"),
    });
  });
});
