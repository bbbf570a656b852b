import { DeleteBucketCorsCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { setTimeout as wait } from 'node:timers/promises';
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
    return {
      storage,
      send: (url: string, body: FormData) => fetch(url, { method: 'POST', body }),
      // The server has a clock of its own, in whole seconds.
      expire: (seconds: number) => wait((seconds + 1) * 1000),
    };
  };

  /** What others do with the bucket. */
  const openClient = () => {
    const { endpoint, bucket, ...settings } = server.settings();
    const client = new S3Client({ ...settings, endpoint: endpoint ?? '', credentials: settings });
    onTestFinished(() => client.destroy());
    return { client, bucket };
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

  test('doctor proves a bucket, and finds a missing CORS rule and a wrong key', async () => {
    const page = 'https://oak.example';
    const { storage } = open();
    const { client, bucket } = openClient();
    expect(await checkStorage(storage, page)).toEqual([
      { part: 'Storage', state: 'ok', words: 'wrote, read, listed and deleted an object' },
      { part: 'Storage uploads', state: 'failed', words: expect.stringContaining(`refuses uploads from ${page}`) },
    ]);
    const CORSRules = [{ AllowedOrigins: [page], AllowedMethods: ['POST'], AllowedHeaders: ['*'] }];
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }));
    onTestFinished(async () => void (await client.send(new DeleteBucketCorsCommand({ Bucket: bucket }))));
    expect((await checkStorage(storage, page)).map(({ state }) => state)).toEqual(['ok', 'ok']);
    const [refused] = await checkStorage(open({ secretAccessKey: 'wrong' }).storage, page);
    expect(refused).toMatchObject({ state: 'failed', words: expect.stringContaining("Can't write an object") });
  });
});
