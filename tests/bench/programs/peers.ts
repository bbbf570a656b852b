/** `peers.ts raw BYTES`: node:http that answers so many bytes from memory. `peers.ts hono`: Hono with a list that React renders. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [peer, bytes] = process.argv.slice(2);
const tell = ({ port }: AddressInfo) => process.send?.(port);

if (peer === 'raw') {
  const body = Buffer.alloc(Number(bytes), 'x');
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => tell(server.address() as AddressInfo));
} else {
  const [{ serve }, { Hono }, { createElement }, { renderToString }] = await Promise.all([
    import('@hono/node-server'),
    import('hono'),
    import('react'),
    import('react-dom/server'),
  ]);
  const app = new Hono();
  app.get('/', (c) => {
    const items = Array.from({ length: 500 }, (_, index) => createElement('li', { key: index }, `Item ${index}`));
    const list = createElement('ul', null, items);
    return c.html(renderToString(createElement('html', null, createElement('body', null, list))));
  });
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, tell);
}
