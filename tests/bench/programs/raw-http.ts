import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The floor of everything that is served: node:http with nothing of ours, answering so many bytes from memory. */
const body = Buffer.alloc(Number(process.argv[2]), 'x');

const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
