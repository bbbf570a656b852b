/** What a stranger sends is read to a limit and no further. Each parser gets too much of everything that it reads. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { storageUploads } from '#server/dev/storage-uploads.ts';
import { UPLOAD_PATH } from '#server/outside/storage/folder-uploads.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { openSite } from '../../bookings/site.ts';
import { RawClient, saying, serveReal, statusOf } from './raw-client.ts';

const MEGABYTE = 1024 * 1024;

const part = (headers: string, body = '') => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
const field = (name: string, value = '') => part(`content-disposition: form-data; name="${name}"`, value);
const file = (name: string) => part(`content-disposition: form-data; name="${name}"; filename="a.jpg"`);

/** What a multipart form can have too much of, repeated until the server answers. */
const ENDLESS: Readonly<Record<string, string>> = {
  'empty parts': '--x\r\n',
  'parts without headers': '--x\r\n\r\n\r\n',
  'parts of no field': part('content-type: text/plain'),
  fields: field('a'),
  'fields of a long name': field('n'.repeat(200)),
  'fields of a long value': field('a', 'v'.repeat(9000)),
  files: file('files'),
  'files of another field': file('others'),
};

/** The site on a port, with the folder's uploads. */
function serveSite(): Promise<number> {
  const { app, storage } = openSite(undefined, { RATE_LIMIT: '0' });
  if (!(storage instanceof FolderStorage)) throw new Error('only the folder takes uploads here');
  const uploads = storageUploads({ storage });
  const fetch = (request: Request) =>
    new URL(request.url).pathname === UPLOAD_PATH ? uploads.fetch(request) : app.fetch(request);
  return serveReal({ fetch });
}

/** Posts a form of 12 MB that goes on like this. Resolves with the answer, and the bytes that were sent when it came. */
async function sending(path: string, again: string) {
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin', 'connection: close'];
  const type = 'content-type: multipart/form-data; boundary=x';
  const client = new RawClient(await serveSite()).say(...head, type, `content-length: ${12 * MEGABYTE}`, '', '');
  const some = Buffer.from(again.repeat(Math.ceil(20_000 / again.length)));
  let bytes = 0;
  while (!client.socket.destroyed && bytes + some.length < 12 * MEGABYTE) {
    if (!client.socket.writableNeedDrain) {
      client.socket.write(some);
      bytes += some.length;
    }
    await nextTurn();
  }
  return { status: statusOf(await client.heard), bytes };
}

describe.each([
  ['a form of photos', '/book/photos', 413],
  ['an upload to the folder', UPLOAD_PATH, 400],
])('%s', (_, path, refusal) => {
  test.each(Object.entries(ENDLESS))('with endless %s is refused before all of it is read', async (_what, again) => {
    const { status, bytes } = await sending(path, again);
    expect(status).toBe(refusal);
    expect(bytes).toBeLessThan(2 * MEGABYTE);
  });
});

const JSON_TYPE = 'content-type: application/json';
const FORM_TYPE = 'content-type: application/x-www-form-urlencoded';

/** Requests that each have too much of one thing, with their answers. */
const REQUESTS: readonly (readonly [string, string, readonly string[], string, number])[] = [
  ['fields of a form', rpcPath('hold'), [FORM_TYPE], 'a=&'.repeat(201), 413],
  ['bytes of a field’s name', rpcPath('hold'), [FORM_TYPE], `${'n'.repeat(101)}=`, 413],
  ['bytes of a field', rpcPath('hold'), [FORM_TYPE], `notes=${'v'.repeat(8001)}`, 413],
  ['members of JSON', rpcPath('hold'), [JSON_TYPE], `[${'0,'.repeat(201)}0]`, 413],
  ['bytes of a text in JSON', rpcPath('hold'), [JSON_TYPE], `"${'v'.repeat(8001)}"`, 413],
  ['levels of JSON', rpcPath('hold'), [JSON_TYPE], '['.repeat(9), 400],
  ['bytes of a call', rpcPath('hold'), [JSON_TYPE], ' '.repeat(64 * 1024 + 1), 413],
  ['bytes of a webhook', '/webhooks/sandbox', [JSON_TYPE], ' '.repeat(64 * 1024 + 1), 413],
  ['bytes of a report', '/vitals', [JSON_TYPE], ' '.repeat(513), 413],
  ['fields of an answer about cookies', '/consent', [FORM_TYPE], 'answer=accept&'.repeat(201), 400],
  ['parameters of an address', `/?${'a&'.repeat(201)}`, [], '', 414],
  ['bytes of a query', `/?a=${'v'.repeat(4100)}`, [], '', 414],
  ['bytes of a path', `/${'p'.repeat(2100)}`, [], '', 414],
  ['bytes of headers', '/', [`cookie: a=${'v'.repeat(17_000)}`], '', 431],
];

test.each(REQUESTS)(
  'a request with too many %s gets the status that says so',
  async (_, path, headers, body, status) => {
    const method = body === '' ? 'GET' : 'POST';
    const head = [`${method} ${path} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin', 'connection: close'];
    const length = `content-length: ${Buffer.byteLength(body)}`;
    const heard = await saying(await serveSite(), ...head, ...headers, length, '', body);
    expect(statusOf(heard)).toBe(status);
  },
);
