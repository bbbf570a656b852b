import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpResponse, delay, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ObjectStorage, StorageRefused, StorageUnreachable } from '#server/outside/storage/port.ts';
import { S3Storage } from '#server/outside/storage/s3.ts';
import { bytesOf } from './contract.ts';

const ANY = 'https://s3.example/*';
const SETTINGS = {
  endpoint: 'https://s3.example',
  region: 'us-west-1',
  accessKeyId: 'id',
  secretAccessKey: 'a-secret-key',
  bucket: 'photos',
  forcePathStyle: true,
};

type Respond = (info: { readonly request: Request }) => Promise<Response> | Response;

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

function open({ longestMs = 20_000, endpoint = SETTINGS.endpoint } = {}) {
  const stopping = new AbortController();
  const storage = new S3Storage({ settings: { ...SETTINGS, endpoint }, stopping: stopping.signal, longestMs });
  onTestFinished(() => storage.close());
  return { storage, stopping };
}

function answering(...responses: [Respond, ...Respond[]]): Request[] {
  const requests: Request[] = [];
  network.use(
    http.all(ANY, ({ request }) => {
      requests.push(request);
      return responses[Math.min(requests.length, responses.length) - 1]!({ request });
    }),
  );
  return requests;
}

const errorXml =
  (status: number, code: string): Respond =>
  () =>
    HttpResponse.xml(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>for ada@example.com</Message></Error>`, {
      status,
    });

const page =
  (status: number): Respond =>
  () =>
    HttpResponse.html('<html><h1>Just a moment, ada@example.com</h1></html>', { status });

/** Each call of the port. */
const CALLS: Readonly<Record<string, (storage: ObjectStorage) => Promise<unknown>>> = {
  put: (storage) => storage.put('a/b', bytesOf('x'), { contentType: 'text/plain' }),
  get: (storage) => storage.get('a/b'),
  list: (storage) => Array.fromAsync(storage.list('a/')),
  delete: (storage) => storage.delete(['a/b']),
};

const OUTAGES: Readonly<Record<string, Respond>> = {
  'a broken connection': () => HttpResponse.error(),
  'a 503': errorXml(503, 'SlowDown'),
  'a page of HTML': page(200),
  'a page of HTML with status 404': page(404),
  'a page of HTML with status 502': page(502),
  'XML that breaks off': () => HttpResponse.xml('<?xml version="1.0"?><ListBucketResult><Contents><Key>a/'),
  'XML of something else': () => HttpResponse.xml('<?xml version="1.0"?><Something><Else/></Something>'),
  'nothing at all': () => new HttpResponse(null, { status: 200 }),
};

async function failureOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (error: Error) => error,
  );
}

describe.each(Object.entries(CALLS))('%s', (_, call) => {
  test.each(Object.entries(OUTAGES))(
    '%s is an outage, and its text is kept out of the error',
    async (_name, respond) => {
      answering(respond);
      const failure = await failureOf(call(open().storage));
      expect(failure).toBeInstanceOf(StorageUnreachable);
      expect(failure.message).not.toMatch(/ada@example|secret/);
    },
  );

  test('no answer within its time is an outage', async () => {
    answering(async () => {
      await delay('infinite');
      return new HttpResponse();
    });
    expect(await failureOf(call(open({ longestMs: 200 }).storage))).toBeInstanceOf(StorageUnreachable);
  });
});

const etag = { etag: '"1"' };

test('an object that breaks off is an outage, never a short object', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { ...etag, 'content-length': '10' });
    response.write('123', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  network.use(http.all(`http://127.0.0.1:${port}/*`, () => passthrough()));
  const { storage } = open({ endpoint: `http://127.0.0.1:${port}` });
  expect(await failureOf(storage.get('a'))).toBeInstanceOf(StorageUnreachable);
});

test('an object that cannot be deleted keeps no other of the call', async () => {
  const { storage } = open();
  const deleted = () => new HttpResponse(null, { status: 204 });
  const requests = answering(errorXml(403, 'AccessDenied'), deleted);
  const keys = Array.from({ length: 20 }, (_, index) => `a/${index}`);
  expect(await failureOf(storage.delete(keys))).toBeInstanceOf(StorageRefused);
  expect(new Set(requests.map(({ url }) => url)).size).toBe(keys.length);
});
