/** The floor of a query over HTTP: node:http and a prepared statement, with nothing of ours. Answers the rows between two dates. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

const [file = '', from, to] = process.argv.slice(2);
const db = new Database(file, { readonly: true });
const rows = db.prepare('SELECT * FROM availability WHERE date >= ? AND date <= ? ORDER BY date');

const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    const body = Buffer.from(JSON.stringify(rows.all(from, to)));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
