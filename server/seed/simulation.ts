import { randomUUID } from 'node:crypto';
import { accountWithAddress } from '#db/queries/accounts/accounts.ts';
import { dueJobs, endDueJobs, kindsWithDueJobs } from '#db/queries/jobs.ts';
import { nextNotice, removeNotice } from '#db/queries/sandbox.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { canReschedule, cancelOutcome, visitEnd } from '#events/booking/changing.ts';
import { completeVisit, recordNoShow } from '#events/booking/visiting.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { offeredPrices, nearestSlots } from '../bookings/availability/availability.ts';
import { type SessionType, claimOf, ALL_CLAIMS, ALL_SESSION_TYPES } from '#shared/booking/session-type.ts';
import { addDays } from '#shared/civil-date.ts';
import { comparable } from '#shared/normalize-text.ts';
import { confirm } from '../accounts/addresses/email-links.ts';
import { newLinkToken } from '../accounts/signing-in/tokens.ts';
import { setDisabled } from '../accounts/administer.ts';
import type { AccountDependencies } from '../accounts/context.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { register, registerHashed } from '../accounts/register.ts';
import { claimBookings } from '../accounts/visits/visits-ahead.ts';
import { callerOf } from '../bookings/access/visitor-access.ts';
import { checkoutUrl } from '../bookings/buying/checkout.ts';
import { fulfil } from '../bookings/buying/fulfil.ts';
import { placeHold } from '../bookings/buying/place-hold.ts';
import { releaseHold } from '../bookings/buying/expire.ts';
import { cancelVisit, moveVisit } from '../bookings/changing/change-plans.ts';
import { type BookingDependencies, type StoringDependencies, bookingTime } from '../bookings/dependencies.ts';
import { JOBS } from '../jobs.ts';
import type { SandboxPayments } from '../outside/payments/sandbox.ts';
import { closeDates } from '../owner/close-dates.ts';
import { bookForCaller } from '../owner/phone-booking.ts';
import { cancelAsOwner, recordVisit } from '../owner/booking-commands.ts';
import type { Config } from '../process/config.ts';
import type { JobKind } from '../process/jobs/job-kind.ts';
import type { Log } from '../process/log.ts';
import type { SeededRandom } from './seeded-random.ts';
import { CUSTOMER_PASSWORD, type Customer, OWNER, newCustomer, randomRequest } from './customers.ts';

/** The least that argon2 can cost. Signing in upgrades the hash. */
const CHEAPEST_ARGON2 = { memory: 8, passes: 1, parallelism: 1 };

const MINUTE = 60_000;

/** `pause` lets some minutes pass. */
type Act = (pause: () => Promise<void>) => Promise<void>;

/** On a clock that the simulation moves. */
export interface Shop extends BookingDependencies, AccountDependencies {
  readonly config: Config;
  readonly log: Log;
  readonly payments: SandboxPayments;
  readonly random: SeededRandom;
  moveClock(to: number): void;
}

function newCause() {
  return { correlation: randomUUID() };
}

export class Simulation {
  bookings = 0;
  users = 0;
  readonly #shop: Shop;
  readonly #customers: Customer[] = [];
  /** Paid bookings whose visit hasn't ended. */
  #upcoming: string[] = [];
  #owner = '';
  #passwordHash = '';

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async open(): Promise<void> {
    const { setupToken } = this.#shop.config;
    const account = await register(this.#shop, { ...OWNER, ...(setupToken !== null && { setupToken }) }, newCause());
    if (account === null) throw new Error('the first account is not the owner’s');
    await this.#confirmAddress(account);
    this.#owner = account;
    this.users += 1;
    this.#passwordHash = await hashPassword(CUSTOMER_PASSWORD, CHEAPEST_ARGON2);
  }

  async advance(to: number): Promise<void> {
    this.#shop.moveClock(to);
    await runDueJobs(this.#shop);
  }

  async runDay(from: number, to: number, { bookings, users }: { bookings: number; users: number }): Promise<void> {
    const [shop, by] = [this.#shop, this.#owner];
    const { random, config } = shop;
    const acts = [
      ...Array.from({ length: bookings - this.bookings }, (): Act => (pause) => this.#book(pause)),
      ...Array.from({ length: users - this.users }, (): Act => (pause) => this.#register(pause)),
      ...(random.happens(0.5) ? [() => this.#changeVisit()] : []),
      ...(random.happens(0.08) ? [() => this.#closeDate()] : []),
    ];
    const planned = acts.map((act) => ({ act, at: random.between(from, to) })).toSorted((a, b) => a.at - b.at);
    for (const [index, { act, at }] of planned.entries()) {
      const pauseMs = Math.min(10 * MINUTE, ((planned[index + 1]?.at ?? to) - at) / 2);
      await this.advance(at);
      await act(() => this.advance(at + pauseMs));
    }
    await this.advance(to);
    for (const id of this.#upcoming) {
      const booking = await this.#planned(id);
      if (booking !== null && visitEnd(booking, config.timeZone) <= to)
        await recordVisit(random.happens(0.04) ? recordNoShow : completeVisit)(shop, { eventId: id, by }, newCause());
    }
  }

  /** Returns a known customer with this probability. */
  #customer(returningProbability: number): Customer {
    const { random } = this.#shop;
    if (this.#customers.length > 0 && random.happens(returningProbability)) return random.pick(this.#customers);
    const customer = newCustomer(random, this.#customers.length);
    this.#customers.push(customer);
    return customer;
  }

  /** More often soon than late. */
  async #freeSlot(service: SessionType): Promise<Slot | undefined> {
    const shop = this.#shop;
    const date = addDays(bookingTime(shop).today, Math.floor(20 * shop.random.between(0, 1) ** 2));
    const slots = await nearestSlots(shop, { date, service }, null);
    return slots.length === 0 ? undefined : shop.random.pick(slots);
  }

  /** One hold of three is paid. Sometimes a customer calls the owner instead. */
  async #book(pause: () => Promise<void>): Promise<void> {
    const shop = this.#shop;
    const { random } = shop;
    const { account, name, email, phone, address, area } = this.#customer(0.6);
    const service = ALL_SESSION_TYPES[random.happens(0.2) ? 1 : 0];
    const slot = await this.#freeSlot(service);
    if (slot === undefined) return;
    this.bookings += 1;
    const details = { key: randomUUID(), ...slot, ...randomRequest(random), name, email, phone, address, area };
    if (random.happens(0.02)) {
      this.#upcoming.push(await bookForCaller(shop, { ...details, admin: this.#owner }, newCause()));
      return;
    }
    const priced = { ...details, service, price: (await offeredPrices(shop, null))[service] } as const;
    const { booking } = await placeHold(shop, priced, { hold: null, account }, newCause());
    await checkoutUrl(shop, booking, email, newCause());
    await pause();
    if (random.happens(0.1)) await releaseHold(shop, booking, newCause());
    else if (random.happens(0.36)) await this.#pay(booking);
  }

  /** Also handles the provider's notices, as the webhook does. */
  async #pay(booking: string): Promise<void> {
    const { random, store, payments } = this.#shop;
    const { checkouts } = (await store.stateOf(bookingStream(booking)))!;
    await payments.pay(checkouts.at(-1)!, random.happens(0.05) ? 'refund-fails' : 'pay');
    for (let notice = await nextNotice(store.db); notice; notice = await nextNotice(store.db)) {
      await fulfil(this.#shop, notice.checkout, { correlation: notice.id });
      await store.write([removeNotice(store.db, notice.id)]);
    }
    this.#upcoming.push(booking);
  }

  /** Sometimes after booking as a guest. One in fifty doesn't confirm the address. */
  async #register(pause: () => Promise<void>): Promise<void> {
    const shop = this.#shop;
    const known = this.#customer(0.2);
    const customer = known.hasRegistered ? this.#customer(0) : known;
    const { name, email } = customer;
    customer.hasRegistered = true;
    this.users += 1;
    await registerHashed(shop, { name, email, passwordHash: this.#passwordHash, mayBeFirst: false }, newCause());
    if (shop.random.happens(0.02)) return;
    await pause();
    const account = await accountWithAddress(shop.store.db, comparable(email));
    await this.#confirmAddress(account!);
    if (shop.random.happens(0.02))
      await setDisabled(shop, { account: account!, by: this.#owner, isDisabled: true }, newCause());
    else customer.account = account;
  }

  async #confirmAddress(account: string): Promise<void> {
    const shop = this.#shop;
    await confirm(shop, { token: await newLinkToken(shop, account, 'verify') }, account, newCause());
    await claimBookings(shop, account, newCause());
  }

  /** Removes a visit that is over or canceled. */
  async #planned(id: string) {
    const booking = await this.#shop.store.stateOf(bookingStream(id));
    if (booking?.status === 'confirmed') return booking;
    this.#upcoming = this.#upcoming.filter((each) => each !== id);
    return null;
  }

  async #changeVisit(): Promise<void> {
    const shop = this.#shop;
    if (this.#upcoming.length === 0) return;
    const id = shop.random.pick(this.#upcoming);
    const booking = await this.#planned(id);
    if (booking === null) return;
    const { service, date, units, linkGeneration: generation, account } = booking;
    const from = { date, claim: claimOf(units) };
    if (shop.random.happens(0.1)) return cancelAsOwner(shop, { eventId: id, by: this.#owner, from }, newCause());
    const time = bookingTime(shop);
    const links = [{ booking: id, generation, isMailed: true }];
    const caller = await callerOf(shop, id, { links, account, hold: null });
    const command = { eventId: id, key: randomUUID(), caller, from };
    const isMoved = shop.random.happens(0.4);
    const to = isMoved && canReschedule(booking, time) ? await this.#freeSlot(service) : undefined;
    if (to !== undefined) await moveVisit(shop, { ...command, ...to }, null, newCause());
    const expects = cancelOutcome(booking, time);
    if (!isMoved && expects !== null) await cancelVisit(shop, { ...command, expects }, newCause());
  }

  /** So far ahead that no late cancellation waits for the date. */
  async #closeDate(): Promise<void> {
    const shop = this.#shop;
    const date = addDays(bookingTime(shop).today, Math.floor(shop.random.between(10, shop.config.bookingWindowDays)));
    const units = shop.random.pick(ALL_CLAIMS);
    const closing = { first: date, last: date, units, by: this.#owner, onlyFree: true, refunds: [] };
    await closeDates(shop, closing, newCause());
  }
}

type JobDependencies = Omit<StoringDependencies, 'mailer' | 'webhooks' | 'storage'>;

/** Jobs that change bookings and accounts. Mail and messages count as sent. */
const NAMES = /^(?:forfeitures|hold-expiry|kept-visits|refunds|reminders|unconfirmed-accounts|unpaid-holds)$/;
const KINDS = (JOBS as readonly JobKind<JobDependencies>[]).filter(({ kind }) => NAMES.test(kind));

/** Also those that they cause. */
async function runDueJobs(shop: JobDependencies): Promise<void> {
  const { store, clock } = shop;
  const now = clock.now();
  const signal = new AbortController().signal;
  const due = async () => {
    const names = await kindsWithDueJobs(store.db, now);
    return KINDS.filter(({ kind }) => names.has(kind));
  };
  for (let kinds = await due(); kinds.length > 0; kinds = await due())
    for (const kind of kinds)
      for (const job of await dueJobs(store.db, kind.kind, now, 100)) {
        const result = await kind.run(job, shop, signal);
        const later = result && 'due' in result ? result : null;
        const updateJob = { id: job.id, from: job.state, set: later ?? { state: 'done' as const, endedAt: now } };
        const change = later ? {} : result;
        await store.change({
          streams: {},
          decide: () => ({}),
          cause: { correlation: kind.kind },
          ...change,
          updateJob,
        });
      }
  await store.write([endDueJobs(store.db, now)]);
}
