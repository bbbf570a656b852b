/** What strangers send is read to a limit and no further. A new parser of it gets its lines here. */
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { AttackedSite, Threats } from './attacked-site.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const HOLD = rpcPath('hold');
const KILOBYTE = 1024;

const part = (headers: string, body = '') => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
const field = (name: string, value = '') => part(`content-disposition: form-data; name="${name}"`, value);
const file = (name: string) => part(`content-disposition: form-data; name="${name}"; filename="a.jpg"`);

/** Posts that have too much of one thing: address, type, body, statuses. */
const TOO_MUCH: Readonly<Record<string, readonly [string, string, string, ...number[]]>> = {
  'bytes of JSON': [HOLD, JSON_TYPE, ' '.repeat(64 * KILOBYTE + 1), 413],
  'bytes of a form': [HOLD, FORM_TYPE, 'a'.repeat(64 * KILOBYTE + 1), 413],
  'bytes where nothing is posted': ['/pricing', FORM_TYPE, 'a'.repeat(64 * KILOBYTE + 1), 413],
  'bytes of a notice': ['/webhooks/sandbox', JSON_TYPE, ' '.repeat(64 * KILOBYTE + 1), 413],
  'bytes of a report': ['/vitals', JSON_TYPE, ' '.repeat(513), 413],
  'levels of JSON': [HOLD, JSON_TYPE, '['.repeat(9) + ']'.repeat(9), 400],
  'members of JSON': [HOLD, JSON_TYPE, `[${'0,'.repeat(201)}0]`, 413],
  'characters of a text': [HOLD, JSON_TYPE, `"${'v'.repeat(8001)}"`, 413],
  'fields of a form': [HOLD, FORM_TYPE, 'a=&'.repeat(201), 413],
  'characters of a name': [HOLD, FORM_TYPE, `${'n'.repeat(101)}=`, 413],
  'characters of a field': [HOLD, FORM_TYPE, `notes=${'v'.repeat(8001)}`, 413],
  'fields of an answer about cookies': ['/consent', FORM_TYPE, 'answer=accepted&'.repeat(201), 400],
  'characters of an address': [
    rpcPath('signIn'),
    JSON_TYPE,
    JSON.stringify({ email: `${'a'.repeat(250)}@b.example`, password: 'x' }),
    422,
  ],
};

/** What a form with files can have too much of, repeated without end. */
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

/** Posts that no page sends: address, type, body, status. */
const MALFORMED: readonly (readonly [string, string, string, number])[] = [
  [HOLD, JSON_TYPE, 'null', 422],
  [HOLD, JSON_TYPE, '{"address":"12 Main St","confirmed":5}', 422],
  ['/book/photos', MULTIPART, `${part('content-disposition: form-data', 'text')}--x--\r\n`, 400],
  ['/book/photos', MULTIPART, `${part('content-disposition: form-data; name', 'text')}--x--\r\n`, 400],
];

const MEGABYTE = 1024 * KILOBYTE;

/** Posts a form of 12 MB that goes on like this. Resolves with the response, and the bytes that were sent until the connection ended. */
async function sendEndless(site: AttackedSite, path: string, again: string) {
  const socket = site.connect();
  let heard = '';
  socket.on('data', (piece: Buffer) => (heard += piece.toString()));
  const length = `content-length: ${12 * MEGABYTE}`;
  socket.write([...site.head('POST', path), `content-type: ${MULTIPART}`, length, '', ''].join('\r\n'));
  const some = Buffer.from(again.repeat(Math.ceil(20_000 / again.length)));
  let bytes = 0;
  while (!socket.destroyed && bytes + some.length < 12 * MEGABYTE) {
    bytes += some.length;
    if (socket.write(some)) await nextTurn();
    else {
      const waiting = new AbortController();
      const next = ['drain', 'close'].map((event) => once(socket, event, { signal: waiting.signal }));
      await Promise.race(next).catch(() => {});
      waiting.abort();
    }
  }
  return { heard, bytes };
}

export const oversizedRequests: Threats = {
  'more than a form or a call has of anything is refused with the status that says so': async (site) => {
    for (const [what, [path, type, body, ...statuses]] of Object.entries(TOO_MUCH)) {
      const { status } = await site.visitor().post(path, type, body);
      expect([what, statuses.includes(status), status]).toEqual([what, true, status]);
    }
    expect((await site.visitor().post(HOLD, JSON_TYPE, '['.repeat(8) + ']'.repeat(8))).status).toBe(422);
    const query = `${rpcPath('ticket')}?payload=${encodeURIComponent('['.repeat(9) + ']'.repeat(9))}`;
    expect((await site.ask(query)).status).toBe(400);
  },
  'a path, a query or headers beyond their limits are refused': async (site) => {
    for (const path of [
      `/${'p'.repeat(2100)}`,
      `/?a=${'q'.repeat(4200)}`,
      `/?${'a&'.repeat(201)}`,
      `/assets/${'p'.repeat(2100)}`,
    ])
      expect([path, (await site.ask(path)).status]).toEqual([path, 414]);
    for (const length of [17, 40]) {
      const { status } = await site.visitor().get('/', { headers: { cookie: `a=${'c'.repeat(length * KILOBYTE)}` } });
      expect([length, [400, 431].includes(status)]).toEqual([length, true]);
    }
  },
  'what is announced as too long, or goes on in chunks, is refused before all of it is there': async (site) => {
    const announced = [...site.head('POST', HOLD), `content-type: ${JSON_TYPE}`, 'content-length: 9999999', '', '{'];
    const endless = [...site.head('POST', HOLD), `content-type: ${JSON_TYPE}`, 'transfer-encoding: chunked', '', ''];
    const chunk = `${(32 * KILOBYTE).toString(16)}\r\n${' '.repeat(32 * KILOBYTE)}\r\n`;
    // A proxy may wait for more of a body that was announced.
    if (!site.isBehindProxy) expect(await site.say(...announced)).toMatch(/^HTTP\/1\.1 413/);
    expect(await site.say(endless.join('\r\n') + chunk.repeat(4) + '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413/);
    const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await site.say(endless.join('\r\n') + chunked('{}'))).toMatch(/^HTTP\/1\.1 422/);
  },
  'a form with files that goes on without end is refused before all of it is there': async (site) => {
    for (const [what, again] of Object.entries(ENDLESS)) {
      const whole = again.repeat(Math.ceil(200_000 / again.length));
      expect([what, (await site.visitor().post('/book/photos', MULTIPART, whole)).status]).toEqual([what, 413]);
      // A proxy takes all of a body first.
      if (site.isBehindProxy) continue;
      const { heard, bytes } = await sendEndless(site, '/book/photos', again);
      // The connection may end before its client has read the response.
      expect([what, heard]).toEqual([what, expect.stringMatching(/^(?:HTTP\/1.1 413|$)/)]);
      expect(bytes).toBeLessThan(11 * MEGABYTE);
    }
  },
  'input of a type or shape that no page sends is refused, and the site goes on': async (site) => {
    for (const [path, type, body, status] of MALFORMED)
      expect([body, (await site.visitor().post(path, type, body)).status]).toEqual([body, status]);
    expect((await site.ask('/healthz')).status).toBe(200);
  },
  'a compressed body is not unpacked': async (site) => {
    const bomb = gzipSync(Buffer.alloc(40_000_000));
    const headers = { 'content-encoding': 'gzip' };
    expect(bomb.length).toBeLessThan(64 * KILOBYTE);
    expect((await site.visitor().post(HOLD, JSON_TYPE, bomb, { headers })).status).toBe(400);
  },
};
