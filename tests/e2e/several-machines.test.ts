/** Several machines with one PostgreSQL database. */
import { once } from 'node:events';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { breakable } from '../db/breakable-connection.ts';
import { startPostgres, urlOf } from '../db/postgres-server.ts';
import { PATIENCE_MS } from '../patience.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

const postgres = await startPostgres('shop');
afterAll(() => postgres.stop());
const URL_OF_SHOP = urlOf(postgres.port, 'shop');

async function startMachine(url = URL_OF_SHOP) {
  const secret = 'one secret of all machines of this shop';
  const server = await startServer({ DATABASE_URL: url, COOKIE_SECRET: secret });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

test('a time that is booked on one machine is taken on the other, also after the first was killed', async () => {
  const [one, two] = await Promise.all([startMachine(), startMachine()]);
  const ada = new HttpCustomer(one.origin);
  const held = await ada.hold(7);
  expect(held.status).toBe(200);
  expect((await new HttpCustomer(two.origin).hold(7)).status).toBe(409);
  one.process.kill('SIGKILL');
  await once(one.process, 'exit');
  ada.origin = two.origin;
  const { location } = await ada.get(await ada.pay(held));
  expect(location).toContain('status=confirmed');
  expect((await new HttpCustomer(two.origin).hold(7)).status).toBe(409);
  expect((await new HttpCustomer(two.origin).hold(8)).status).toBe(200);
});

test('while the database is away, public pages are shown and bookings are refused; both work afterward', async () => {
  const connection = await breakable(URL_OF_SHOP);
  const { origin } = await startMachine(connection.url);
  const visitor = new HttpCustomer(origin);
  expect((await visitor.get('/pricing')).status).toBe(200);
  connection.cut();
  expect((await visitor.get('/pricing')).status).toBe(200);
  const refused = await visitor.hold(20);
  expect(refused).toMatchObject({ status: 503, retryAfter: expect.any(String) });
  connection.mend();
  await expect.poll(async () => (await visitor.hold(20)).status, { timeout: PATIENCE_MS }).toBe(200);
});

test('a machine ends on SIGTERM while its database does not respond', async () => {
  const connection = await breakable(URL_OF_SHOP);
  const machine = await startMachine(connection.url);
  expect((await new HttpCustomer(machine.origin).get('/book')).status).toBe(200);
  connection.freeze();
  machine.process.kill('SIGTERM');
  await once(machine.process, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
});
