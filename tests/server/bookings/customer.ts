import { kindsWithDueJobs } from '#db/queries/jobs.ts';
import { randomUUID } from 'node:crypto';
import { bookingStream } from '#events/booking/booking.ts';
import { manageUrl } from '#server/bookings/access/manage-link.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import type { Availability, Slot } from '#shared/booking/availability.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { BookingPageView, CancelOutcome, ManagedBooking, VisitsChoice } from '#shared/booking/managed-booking.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../events/facts.ts';
import { run, until } from '../workers/run.ts';
import type { Site } from './site.ts';
import type { Visitor } from './visitor.ts';

/** The response of a call. */
export interface Answered {
  readonly status: number;
  readonly redirect?: string;
  readonly refusal?: string;
  readonly notice?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly nearest?: readonly unknown[];
  readonly retryAfter?: number;
}

/** The response to a request for an unknown booking, or another customer's. */
export const UNKNOWN = { status: 404, refusal: 'unknown-booking' };
type Unknown = typeof UNKNOWN;

/** A customer with a booking and its newest mail. */
export class Customer {
  readonly id: string;
  readonly visitor: Visitor;
  /** The visit's slot on the customer's open page. */
  seen: Slot = { date: DATE, claim: 'am' };
  readonly #site: Site;

  constructor(site: Site, visitor: Visitor, id: string) {
    this.#site = site;
    this.visitor = visitor;
    this.id = id;
  }

  /** The link in the newest mail. */
  async link(): Promise<string> {
    const generation = (await this.#site.store.stateOf(bookingStream(this.id)))?.linkGeneration ?? 0;
    return new URL(await manageUrl(this.#site, this.id, generation)).pathname;
  }

  /** Opens a link. Resolves with its redirect. */
  async opens(link?: string): Promise<string> {
    const response = await this.visitor.request(link ?? (await this.link()));
    return `${response.status} ${response.headers.get('location')}`;
  }

  async #query<Output>(name: string, input: object): Promise<Output | Unknown> {
    const payload = encodeURIComponent(JSON.stringify(input));
    const response = await this.visitor.request(`${rpcPath(name)}?payload=${payload}`);
    if (response.ok) return (await response.json()) as Output;
    const { refusal } = (await response.json()) as { readonly refusal: string };
    return { status: response.status, refusal };
  }

  view(): Promise<BookingPageView | Unknown> {
    return this.#query<BookingPageView>('managedBooking', { eventId: this.id });
  }

  /** The view of a caller with access. Throws for any other. */
  async sees(): Promise<ManagedBooking> {
    const view = await this.view();
    if (!('eventId' in view)) throw new Error(`not let in: ${JSON.stringify(view)}`);
    this.seen = { date: view.date, claim: view.claim };
    return view;
  }

  /** Days to move to. */
  days(): Promise<Availability | Unknown | null> {
    return this.#query('rescheduleAvailability', { eventId: this.id });
  }

  async #command(name: string, input: object): Promise<Answered> {
    const response = await this.visitor.request(rpcPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventId: this.id, ...input }),
    });
    return { status: response.status, ...((await response.json()) as Omit<Answered, 'status'>) };
  }

  moves(date: string, claim: string = 'am', key: string = randomUUID()): Promise<Answered> {
    return this.#command('reschedule', { from: this.seen, date, claim, key });
  }

  cancels(expects: CancelOutcome, key: string = randomUUID()): Promise<Answered> {
    return this.#command('cancel', { from: this.seen, expects, key });
  }

  /** Has the data of the booking deleted, as the form of the page does with script. */
  deletesData(deletion: { readonly visit?: VisitsChoice; readonly expects?: CancelOutcome } = {}): Promise<Answered> {
    return this.#command('deleteVisitData', { from: this.seen, ...deletion });
  }

  /** Posts a form without script. */
  posts(name: 'reschedule' | 'cancel', fields: Readonly<Record<string, string>>): Promise<Response> {
    return this.visitor.request(rpcPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        eventId: this.id,
        from: slotValue(this.seen),
        key: randomUUID(),
        ...fields,
      }).toString(),
    });
  }
}

/** A visitor books and pays, and opens the link of the confirmation in another browser. */
export async function customer(site: Site, change: Partial<BookingDetails> = {}): Promise<Customer> {
  const visitor = site.visitor();
  const id = await visitor.holds(change);
  await visitor.pays();
  await visitor.returns();
  const booked = new Customer(site, site.visitor(), id);
  await booked.opens();
  await booked.sees();
  return booked;
}

/** Makes the refunds that are due, each once. */
export async function refundsGoThrough(site: Site): Promise<void> {
  const running = run(site, refunds);
  await until(async () => !(await kindsWithDueJobs(site.store.db, site.clock.now())).has('refunds'));
  await running.stop();
}
