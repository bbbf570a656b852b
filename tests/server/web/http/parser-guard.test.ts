import { Duplex } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { MOST_IN_ONE_READ, ParserGuard } from '#server/web/http/parser-guard.ts';
import { RawClient, saying, serveReal } from './raw-client.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const CLOSING = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

test.each([
  ['tiny requests', REQUEST.repeat(MOST_IN_ONE_READ.requests + 1)],
  ['requests that Node itself refuses', 'GET / HTTP/1.1\r\n\r\n'.repeat(MOST_IN_ONE_READ.requests + 1)],
  [
    'chunks',
    `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(MOST_IN_ONE_READ.lines)}`,
  ],
  ['header lines', `GET / HTTP/1.1\r\nHost: localhost\r\n${'a: b\r\n'.repeat(MOST_IN_ONE_READ.lines)}\r\n`],
])('a client that sends too many %s at once is disconnected before any is parsed', async (_, bytes) => {
  const fetch = vi.fn<() => Response>(() => new Response('ok'));
  const port = await serveReal({ fetch });
  expect(await new RawClient(port).say(bytes).heard).toBe('');
  expect(fetch).not.toHaveBeenCalled();
  expect(await saying(port, CLOSING)).toMatch(/^HTTP\/1\.1 200 /);
});

test('requests one after another over one connection are not counted together', async () => {
  const port = await serveReal({ fetch: () => new Response('ok') });
  const client = new RawClient(port);
  for (let count = 0; count <= MOST_IN_ONE_READ.requests; count++) {
    const answered = new Promise((resolve) => client.socket.once('data', resolve));
    client.say(REQUEST);
    await answered;
  }
  expect(await client.say(CLOSING).heard).toMatch(/HTTP\/1\.1 200 /);
});

describe('a form with files, whose parts have many lines', () => {
  const BODY = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(2 * MOST_IN_ONE_READ.requests);
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
    `Content-Length: ${BODY.length}\r\n\r\n`;

  async function serve() {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(async (request) =>
      Response.json((await request.text()).length),
    );
    const port = await serveReal({ fetch, takesFiles: ({ url }) => url === '/files' });
    return { port, fetch };
  }

  test.each([
    ['in one piece', (text: string) => [text]],
    ['in pieces that end within its head', (text: string) => [text.slice(0, 90), text.slice(90, 400), text.slice(400)]],
  ])('is taken where files are, %s', async (_, cut) => {
    const { port } = await serve();
    const client = new RawClient(port);
    for (const piece of cut(`${head('/files')}${BODY}${CLOSING}`)) {
      client.say(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await client.heard).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });

  test('is a flood elsewhere', async () => {
    const { port, fetch } = await serve();
    await new RawClient(port).say(head('/'), BODY).heard;
    expect(fetch).not.toHaveBeenCalled();
  });

  test('hides no flood of requests behind it', async () => {
    const { port, fetch } = await serve();
    await new RawClient(port).say(`${head('/files')}${BODY}${REQUEST.repeat(MOST_IN_ONE_READ.requests + 1)}`).heard;
    expect(fetch.mock.calls.filter(([{ method }]) => method === 'GET')).toEqual([]);
  });
});

describe('in one turn of the event loop', () => {
  /** A guard whose clock and turns the test moves; each read takes this many milliseconds to parse, and then does this. */
  function guarded(parsingMs: number, onParsed = (_text: string, _socket: Duplex) => {}) {
    let now = 0;
    let nextTurn: (() => void) | null = null;
    const parsed: string[] = [];
    const guard = new ParserGuard({ now: () => now, afterTurn: (run) => (nextTurn = run) });
    const connection = (group: string) => {
      const socket = new Duplex({ read() {}, write: (_, __, done) => done() });
      socket.on('data', (bytes: Buffer) => {
        parsed.push(bytes.toString());
        now += parsingMs;
        onParsed(bytes.toString(), socket);
      });
      guard.guard(socket, () => group);
      return socket;
    };
    /** Resolves once what one turn parses is parsed. */
    const turn = async () => {
      nextTurn?.();
      await new Promise(setImmediate);
    };
    return { connection, parsed, turn };
  }

  /** Resolves once all sockets have got these bytes. */
  async function send(...sent: readonly (readonly [Duplex, string])[]): Promise<void> {
    for (const [socket, text] of sent) socket.push(text);
    await new Promise(setImmediate);
  }

  test('reads are parsed for 2 ms, the others in the turns after it; not in one that may accept more connections', async () => {
    const { connection, parsed, turn } = guarded(1);
    const names = ['a', 'b', 'c', 'd', 'e'];
    await send(...names.map((name) => [connection('one network'), name] as const));
    expect(parsed).toEqual(['a', 'b']);
    await turn();
    expect(parsed).toEqual(['a', 'b']);
    await turn();
    expect(parsed).toEqual(['a', 'b', 'c', 'd']);
    await turn();
    expect(parsed).toEqual(names);
  });

  test('networks take turns', async () => {
    const { connection, parsed, turn } = guarded(2);
    const flood = ['1', '2', '3', '4'].map((name) => [connection('flood'), name] as const);
    await send(...flood, [connection('other'), 'other']);
    await turn();
    await turn();
    await turn();
    expect(parsed).toEqual(['1', '2', 'other']);
  });

  test('what one connection sends is parsed in its order', async () => {
    const { connection, parsed, turn } = guarded(0.7, (text, socket) => {
      if (text === 'first') socket.push('third');
    });
    const [other, client] = [connection('other'), connection('client')];
    await send([other, 'a'], [other, 'b'], [other, 'c'], [client, 'first']);
    // As Node does when a request's body is read.
    client.resume();
    await send([client, 'second']);
    expect(parsed).toEqual(['a', 'b', 'c']);
    await turn();
    await turn();
    expect(parsed).toEqual(['a', 'b', 'c', 'first', 'second', 'third']);
  });

  test('a read that arrives while others wait does not overtake them', async () => {
    const { connection, parsed, turn } = guarded(2);
    const [other, client] = [connection('other'), connection('client')];
    await send([other, '1'], [client, '2']);
    await send([connection('client'), '3']);
    await turn();
    await turn();
    await turn();
    expect(parsed).toEqual(['1', '2', '3']);
  });

  test('what a disconnected client had sent is not parsed', async () => {
    const { connection, parsed, turn } = guarded(2);
    const [other, gone] = [connection('other'), connection('gone')];
    await send([other, 'other'], [gone, 'gone']);
    gone.destroy();
    await turn();
    await turn();
    expect(parsed).toEqual(['other']);
  });
});
