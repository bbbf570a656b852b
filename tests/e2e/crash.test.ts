import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookingEvent, type BookingEventOf, bookingOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { PUBLIC_CAUSES, type PublicCause, messageAbout } from '#server/bookings/webhooks/public-events.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { IS_THOROUGH } from '#tests/thorough.ts';
import { startSvix } from '../server/outside/webhooks/svix-server.ts';
import { type Evidence, gather, ownersOfUnits, servedAndRebuilt, unfinishedJobs, verify } from './crash/evidence.ts';
import { Members } from './crash/members.ts';
import { type MailApi, startMailApi, troubled } from './crash/outside.ts';
import { Visitors, type Wish } from './crash/visitors.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

/** `npm run test:faults` kills it more often. */
const KILLS = IS_THOROUGH ? 180 : 12;

/** Number of visitors at once. */
const CROWD = 24;

/** The most responses to visitors between a start and a kill. */
const MOST_RESPONSES = 80;

/** Each fourth kill follows responses to members instead, of which there are a few a second, beside a few visitors. */
const MEMBERS_TURN = { every: 4, visitors: 2, mostResponses: 4 };

/** Starts, kills, and the end of all jobs, each of which may take as long as one step of a test. */
const LIMIT_MS = KILLS * 10_000 + 5 * PATIENCE_MS;

type EventOf<Type extends DomainEvent['type']> = Recorded<Extract<DomainEvent, { type: Type }>>;
type Published = Recorded<BookingEventOf<PublicCause>>;

function ofType<Type extends DomainEvent['type']>(events: readonly Recorded<DomainEvent>[], type: Type) {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

function isPublished(event: Recorded<DomainEvent>): event is Published {
  return (PUBLIC_CAUSES as readonly string[]).includes(event.type);
}

const checkoutsOf = (acknowledged: readonly { readonly checkout: string }[]) =>
  acknowledged.map(({ checkout }) => checkout);

describe(`a server killed ${KILLS} times under load`, () => {
  let folder: string;
  let mail: MailApi;
  let svix: Awaited<ReturnType<typeof startSvix>>;
  let members: Members;
  let evidence: Evidence;
  /** Members who could not use the session or the password that the server had acknowledged. */
  const lockedOut: string[] = [];
  /** What was wrong with the history after each kill. */
  const damaged: ReturnType<typeof verify>['bad'][] = [];
  const visitors = new Visitors();
  const { promises } = visitors;

  const start = () =>
    startServer({
      DATA_FOLDER: folder,
      BOOKING_WINDOW_DAYS: '73000',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '0',
      RESEND_API_KEY: 're_test',
      RESEND_BASE_URL: mail.url,
      RESEND_WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OQ==',
      SVIX_TOKEN: 'testsk_0123456789',
      SVIX_SERVER_URL: svix.url,
    });

  /** Starts a server, lets a crowd in, and kills it after some of its responses. */
  async function killUnderLoad(areMembersCounted: boolean): Promise<void> {
    const server = await start();
    const gone = once(server.process, 'exit');
    const kill = () => void server.process.kill('SIGKILL');
    const most = areMembersCounted ? MEMBERS_TURN.mostResponses : MOST_RESPONSES;
    let left = 1 + Math.floor(Math.random() * most);
    const count = () => {
      left -= 1;
      if (left === 0) setTimeout(kill, Math.random() * 20);
    };
    const [crowd, onVisitor, onMember] = areMembersCounted
      ? [MEMBERS_TURN.visitors, () => {}, count]
      : [CROWD, count, () => {}];
    try {
      await Promise.all([visitors.crowd(server.origin, crowd, onVisitor), members.crowd(server.origin, onMember)]);
    } catch (error) {
      throw new Error(`the server went wrong before it was killed, and said: ${server.output()}`, { cause: error });
    } finally {
      kill();
      await gone;
    }
  }

  /** Outside services recover, and everything that was begun is finished. */
  async function settle(): Promise<void> {
    svix.fake.fault = () => null;
    const server = await start();
    await visitors.settle(server.origin);
    const patience = { timeout: 3 * PATIENCE_MS, interval: 500 };
    await vi.waitFor(() => expect(unfinishedJobs(folder)).toEqual([]), patience);
    await members.confirmAll(server.origin);
    for (const { member, browser } of members.signedIn) {
      const { name, email, password } = member;
      browser.origin = server.origin;
      const session = await browser.get(rpcPath('session'));
      const again = await new HttpCustomer(server.origin).call('signIn', { email, password });
      if (!session.text.includes(name) || again.status !== 200) lockedOut.push(name);
    }
    expect(await server.stop()).toBe(0);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halfday-crash-'));
    [mail, svix] = await Promise.all([startMailApi(), startSvix()]);
    members = new Members(mail);
    svix.fake.fault = troubled(svix.fake);
    for (let kills = 0; kills < KILLS; kills++) {
      await killUnderLoad(kills % MEMBERS_TURN.every === 0);
      damaged.push(verify(folder).bad);
      // Its idempotency keys live for twelve hours only.
      if (kills % 3 === 2) svix.fake.forgetKeys();
    }
    await settle();
    evidence = gather(folder);
  }, LIMIT_MS);

  afterAll(async () => {
    await Promise.all([mail.stop(), svix.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('was under load all the time, and visitors competed for slots', () => {
    // A slow machine answers few requests between two kills, but at least one.
    expect(promises.held.length).toBeGreaterThan(KILLS);
    expect(promises.paid.length).toBeGreaterThan(KILLS / 2);
    for (const some of [promises.refused, promises.cancelled, members.signedIn]) expect(some).not.toEqual([]);
    expect(mail.asked).toBeGreaterThan(mail.accepted.length);
    expect(svix.fake.asked.some(({ path }) => path.endsWith('/resend'))).toBe(true);
  });

  test('has every acknowledged booking exactly once, with its customer and time', () => {
    const byName = Map.groupBy(ofType(evidence.events, 'SlotHeld'), (event) => event.data.personal!.name);
    const bookingOfCheckout = new Map(
      ofType(evidence.events, 'CheckoutOpened').map((event) => [event.data.checkout, event.stream]),
    );
    const recorded = ({ name }: Wish, checkout: string) =>
      (byName.get(name) ?? []).map(({ stream, data }) => ({
        date: data.date,
        units: data.units,
        hasItsCheckout: bookingOfCheckout.get(checkout) === stream,
      }));
    const asked = ({ date, claim }: Wish) => [{ date, units: unitsOf(claim), hasItsCheckout: true }];
    expect(promises.held.map(({ wish, checkout }) => recorded(wish, checkout))).toEqual(
      promises.held.map(({ wish }) => asked(wish)),
    );
  });

  test('has no booking twice, acknowledged or not, and none that it refused', () => {
    const names = ofType(evidence.events, 'SlotHeld').map((event) => event.data.personal!.name);
    const refused = new Set(promises.refused.map((wish) => wish.name));
    expect(names).toHaveLength(new Set(names).size);
    expect(names.filter((name) => refused.has(name))).toEqual([]);
  });

  test('sold no unit twice', () => {
    expect(ownersOfUnits(evidence.events)).toEqual(evidence.soldUnits);
  });

  test('opened one checkout for each booking, and recorded each payment once and each confirmation that visitors saw', () => {
    expect(new Set(evidence.checkouts.map(({ booking }) => booking)).size).toBe(evidence.checkouts.length);
    const captured = ofType(evidence.events, 'PaymentCaptured').map(({ data }) => data);
    const said = ({ payment, checkout }: { payment: string; checkout: string }) => `${payment} at ${checkout}`;
    const taken = evidence.taken.map(({ id: payment, checkout }) => said({ payment, checkout }));
    expect(captured.map(said).toSorted()).toEqual(taken.toSorted());
    const paid = new Set(checkoutsOf(captured));
    const acknowledged = [...checkoutsOf(promises.paid), ...checkoutsOf(promises.confirmed)];
    expect(acknowledged.filter((checkout) => !paid.has(checkout))).toEqual([]);
    const confirmed = new Set(ofType(evidence.events, 'BookingConfirmed').map((event) => bookingOf(event.stream)));
    const bookings = ofType(evidence.events, 'CheckoutOpened').filter(({ data }) => paid.has(data.checkout));
    expect(bookings.filter((event) => !confirmed.has(bookingOf(event.stream)))).toEqual([]);
  });

  test('refunded every second payment and every cancelled visit, each once and under one key', () => {
    const cancelled = ofType(evidence.events, 'BookingCancelled').map(({ stream }) => stream);
    expect(cancelled).toHaveLength(new Set(cancelled).size);
    const streamOf = new Map(
      ofType(evidence.events, 'CheckoutOpened').map(({ data, stream }) => [data.checkout, stream]),
    );
    const lost = checkoutsOf(promises.cancelled).filter((each) => !cancelled.includes(streamOf.get(each) ?? ''));
    expect(lost).toEqual([]);
    const captured = Map.groupBy(ofType(evidence.events, 'PaymentCaptured'), (event) => event.stream);
    const due = [...captured].flatMap(([stream, payments]) => payments.slice(cancelled.includes(stream) ? 0 : 1));
    expect(due.length).toBeGreaterThan(cancelled.length);
    expect(evidence.returned.map(({ payment }) => payment)).toEqual(due.map(({ data }) => data.payment).toSorted());
    const recorded = ofType(evidence.events, 'RefundSucceeded').map(({ data }) => `${data.refund} of ${data.payment}`);
    expect(recorded.toSorted()).toEqual(evidence.returned.map(({ id, payment }) => `${id} of ${payment}`).toSorted());
  });

  test('has every acknowledged account once, and its members can sign in', () => {
    const addresses = ofType(evidence.events, 'AccountRegistered').map(({ data }) => data.personal!.email);
    expect(addresses).toHaveLength(new Set(addresses).size);
    expect(members.registered.filter(({ email }) => !addresses.includes(email))).toEqual([]);
    expect(members.registered.filter(({ isConfirmed }) => !isConfirmed)).toEqual([]);
    expect(lockedOut).toEqual([]);
  });

  test('sent one mail to each party about each event, under one key', () => {
    const about = mail.accepted.map((each) => each.about);
    expect(about).toHaveLength(new Set(about).size);
    const expected = evidence.events.flatMap(({ id, type }) => {
      if (type === 'BookingConfirmed' || type === 'BookingCancelled') return [`${id} customer`, `${id} owner`];
      return type === 'AccountRegistered' ? [`${id} owner`] : [];
    });
    expect(expected.filter((each) => !about.includes(each))).toEqual([]);
  });

  test('published each public event once, under one key, in the order of its booking, and as the log has it', () => {
    const published = evidence.events.filter(isPublished);
    const { messages, asked } = svix.fake;
    expect(messages.map(({ eventId }) => eventId).toSorted()).toEqual(published.map(({ id }) => id).toSorted());
    const creations = asked.filter(({ path }) => path.includes('/msg?'));
    expect(creations.filter(({ key, body }) => key !== (body as { eventId: string }).eventId)).toEqual([]);
    expect(messages.filter(({ deliveries }) => deliveries.length === 0)).toEqual([]);
    const streams = Map.groupBy(evidence.events as readonly Recorded<BookingEvent>[], ({ stream }) => stream);
    const said = (event: Published) => messageAbout(event, streams.get(event.stream) ?? [], { sendsCustomer: true });
    const byBooking = Map.groupBy(
      messages.map(({ payload }) => payload as { data: { bookingId: string } }),
      ({ data }) => data.bookingId,
    );
    for (const [stream, events] of Map.groupBy(published, (event) => event.stream))
      expect(byBooking.get(bookingOf(stream))).toEqual(events.map((event) => said(event).payload));
  });

  test('had a valid hash chain after each kill, and has positions without a gap', () => {
    expect(new Set(damaged)).toEqual(new Set([null]));
    expect(evidence.chain.bad).toBeNull();
    expect(evidence.chain.events).toBe(evidence.events.length);
    expect(evidence.events.map((event) => event.position)).toEqual(evidence.events.map((_, index) => index + 1));
  });

  test('serves the same rows as a rebuild', async () => {
    const { served, rebuilt } = await servedAndRebuilt(folder);
    expect(served.bookings).toHaveLength(ofType(evidence.events, 'SlotHeld').length);
    expect(served).toEqual(rebuilt);
  });
});
