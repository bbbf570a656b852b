import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import type { S3Settings } from '#server/outside/storage/s3.ts';

const SCRIPT = join(import.meta.dirname, '../../../real-s3.sh');

/** The programs of Debian's packages that the server consists of. */
const PROGRAMS = ['radosgw', 'ceph-mon', 'ceph-osd'];

/** Which programs are missing for a real S3 server; empty when it can be started. */
export const MISSING: readonly string[] = PROGRAMS.filter(
  (program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0,
);

/** A port that is free, and whose successor is free. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as { port: number };
    const second = createServer().listen(port + 1, '127.0.0.1');
    const [event] = await Promise.race([
      once(second, 'listening').then(() => ['free']),
      once(second, 'error').then(() => ['taken']),
    ]);
    first.close();
    second.close();
    if (event === 'free') return port;
  }
}

/** An S3 server that runs while tests run. */
export interface RealS3 {
  readonly settings: () => S3Settings;
}

/** Starts an S3 server for the tests of a file. The settings lead to an empty bucket once the tests run. */
export function realS3(): RealS3 {
  let settings: S3Settings | null = null;
  let stop = async () => {};

  beforeAll(async () => {
    const port = await freePorts();
    const server = spawn(SCRIPT, [String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(server, 'exit');
    stop = async () => {
      server.kill('SIGTERM');
      await ended;
    };
    const ready = once(createInterface(server.stdout), 'line');
    const first = await Promise.race([ready.then(([line]) => String(line)), ended.then(() => 'it ended')]);
    if (first !== 'ready') throw new Error(`the S3 server did not start: ${first}`);
    const bucket = `test-${port}`;
    const credentials = { accessKeyId: 'test', secretAccessKey: 'testsecret' };
    settings = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      ...credentials,
      bucket,
      forcePathStyle: true,
    };
    const client = new S3Client({
      endpoint: settings.endpoint!,
      region: 'us-east-1',
      credentials,
      forcePathStyle: true,
    });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  });
  afterAll(() => stop());

  return {
    settings: () => {
      if (settings === null) throw new Error('the S3 server runs only while tests run');
      return settings;
    },
  };
}
