import { expect, test, vi } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { recordRefund } from '#events/booking/paying.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { follow } from '#server/process/following/follower.ts';
import { keepGoing } from '#server/process/following/keep-going.ts';
import { mail } from '#server/bookings/workers/booking-mail.ts';
import { ReadModelUnavailable } from '#db/read-models/read-model-faults.ts';
import { addDays } from '#shared/civil-date.ts';
import { connectionsOf } from '../../db/connections.ts';
import { withFile } from '../../db/folder.ts';
import { fileOf, spoilPages } from '../../db/read-models/spoil.ts';
import { MINUTE, type Site, openSite } from '../bookings/site.ts';
import { pass, run, until } from './run.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

const BOOKINGS = fileOf('bookings');

/** A site on which some visitors have booked and paid, before any mail is sent. */
async function bookedSite(count: number) {
  const { result: site, connections } = connectionsOf(() => openSite());
  const emails = Array.from({ length: count }, (_, index) => `customer${index}@example.com`);
  for (const [index, email] of emails.entries()) {
    const visitor = site.visitor(`192.0.2.${index}`);
    await visitor.holds({ date: addDays('2027-03-16', index), email });
    visitor.pays();
    await visitor.returns();
  }
  await site.store.updatedQueries().bookings.selectFrom('bookings').select('id').execute();
  return { site, emails, folder: site.config.dataFolder, connection: connections.get(BOOKINGS)! };
}

/** Whether the mail worker has handled every event. */
function isHandled({ store }: Site): boolean {
  const last = store.placesOf(['RefundFailed'])(0, 100).at(-1)?.position ?? 0;
  return store.checkpoints.get('mail') >= last && store.checkpoints.nextPostponed('mail') === null;
}

const customers = (sent: readonly { readonly to: string }[]) =>
  sent.map(({ to }) => to).filter((to) => to.startsWith('customer'));

test('every customer gets the mail although the rows of their bookings are damaged', async () => {
  const { site, emails, folder, connection } = await bookedSite(10);
  spoilPages(folder, BOOKINGS, [connection]);
  const { sent } = run(site, keepGoing('mail', mail));
  await until(() => customers(sent).length === 10);
  expect(customers(sent)).toEqual(emails);
});

test('every customer gets the mail although the rows of their bookings are missing', async () => {
  const { site, emails, folder } = await bookedSite(5);
  withFile(folder, BOOKINGS, (db) => db.exec('DELETE FROM bookings'));
  const { sent } = run(site, keepGoing('mail', mail));
  await until(() => customers(sent).length === 5);
  expect(customers(sent)).toEqual(emails);
});

test('every customer gets the mail although the read model’s file refuses writes', async () => {
  const { site, connection } = await bookedSite(1);
  connection.pragma('query_only = ON');
  const { sent } = run(site, keepGoing('mail', mail));
  await until(() => customers(sent).length === 1);
  const eve = site.visitor('198.51.100.1');
  await eve.holds({ date: '2027-04-10', email: 'customer1@example.com' });
  eve.pays();
  await eve.returns();
  await vi.waitFor(
    () => {
      site.clock.advance(1000);
      expect(customers(sent)).toHaveLength(2);
    },
    { timeout: PATIENCE_MS },
  );
  expect(customers(sent)).toEqual(['customer0@example.com', 'customer1@example.com']);
});

test('mail about an event that a read model has not applied yet waits for it', async () => {
  const { site, connection } = await bookedSite(1);
  const { sent } = run(site, keepGoing('mail', mail));
  await until(() => customers(sent).length === 1);
  const eve = site.visitor('198.51.100.1');
  const booking = await eve.holds({ date: '2027-04-10', email: 'customer1@example.com' });
  expect(await site.row(booking)).toMatchObject({ status: 'held' });
  connection.pragma('query_only = ON');
  eve.pays('twice');
  const { checkout } = await fulfil(site, eve.checkout, { correlation: 'a test' });
  const outcome = { kind: 'failed', payment: checkout.payments[1]!.id, attempt: 1, reason: 'no luck' } as const;
  await site.store.change({
    streams: { booking: bookingStream(booking) },
    decide: (states) => recordRefund(states, outcome),
    cause: { correlation: 'a test' },
  });
  const subjects = () => sent.map(({ subject }) => subject).filter((subject) => /refund.*failed/i.test(subject));
  await vi.waitFor(
    () => {
      site.clock.advance(1000);
      expect(isHandled(site)).toBe(true);
    },
    { timeout: PATIENCE_MS },
  );
  expect(subjects()).toHaveLength(1);
});

test('while a read model cannot be read, no event steps aside, and the worker continues by itself later', async () => {
  const { site } = await bookedSite(2);
  let isAvailable = false;
  let listeners = 0;
  const onCommit = site.store.onCommit.bind(site.store);
  site.store.onCommit = (listener) => {
    listeners += 1;
    const stop = onCommit(listener);
    return () => {
      listeners -= 1;
      return stop();
    };
  };
  const handled: number[] = [];
  const worker = follow<'BookingConfirmed'>({
    name: 'noting',
    types: ['BookingConfirmed'],
    async handle({ position }) {
      if (!isAvailable) throw new ReadModelUnavailable('bookings');
      handled.push(position);
    },
  });
  run(site, keepGoing('noting', worker));
  await pass(site, MINUTE, () => site.clock.elapsed() >= MINUTE - 1000);
  expect(site.store.checkpoints.get('noting')).toBe(0);
  expect(site.store.checkpoints.nextPostponed('noting')).toBeNull();
  isAvailable = true;
  await pass(site, MINUTE, () => handled.length === 2);
  expect(site.lines.filter((line) => line.includes('begins again')).length).toBeLessThan(10);
  expect(listeners).toBeLessThanOrEqual(1);
});
