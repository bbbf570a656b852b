import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** The libraries of every page with nothing of ours: Hono answers with a list that React renders. */
const app = new Hono();
app.get('/', (c) => {
  const items = Array.from({ length: 500 }, (_, index) => createElement('li', { key: index }, `Item ${index}`));
  return c.html(
    renderToString(createElement('html', null, createElement('body', null, createElement('ul', null, items)))),
  );
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address: AddressInfo) => {
  process.send?.(address.port);
});
process.on('disconnect', () => server.close());
