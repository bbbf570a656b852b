import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SvixFake } from './svix-fake.ts';

/** Svix's API as a server of its own, for a process that publishes to it. */
export async function startSvix(): Promise<{ fake: SvixFake; url: string; stop: () => Promise<void> }> {
  const fake = new SvixFake();
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url = '/', headers, socket } = incoming;
      const body = await text(incoming).catch(() => null);
      // The client was killed while it sent.
      if (body === null) return;
      const names = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const init = { method, headers: names, ...(body !== '' && { body }) };
      const reply = await fake.handle(new Request(`http://svix.test${url}`, init));
      if (reply === 'hang') return;
      if (reply === 'reset') {
        socket.resetAndDestroy();
        return;
      }
      outgoing.writeHead(reply.status, Object.fromEntries(reply.headers));
      outgoing.end(await reply.text());
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { fake, url: `http://127.0.0.1:${port}`, stop };
}
