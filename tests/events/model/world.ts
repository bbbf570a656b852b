import { isDeepStrictEqual } from 'node:util';
import { type Booking, type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { type DayEvent, type DayState, dayStream } from '#events/day.ts';
import type { reschedule } from '#events/booking/changing.ts';
import type { Fact, Stream } from '#events/event.ts';
import type { BookingAndDay, Swap, swapHold } from '#events/booking/holding.ts';
import type { ProviderPayment } from '#events/booking/paying.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { frozen } from '../given.ts';
import { START } from './calendar.ts';

export interface Entry {
  readonly stream: string;
  readonly at: number;
  readonly event: DomainEvent;
}

/** What a decision about a booking may answer. */
type Decided = { readonly booking?: readonly BookingEvent[]; readonly day?: readonly DayEvent[] } | Refusal;

function textResponse(event: DomainEvent): string {
  return event.type === 'RefundRequested' ? `${event.type} (${event.data.cause})` : event.type;
}

function allInWords(events: readonly DomainEvent[]): string {
  return events.map(textResponse).join(', ') || 'nothing';
}

/** What a decision may answer that makes late cancellations good. */
type Sold = (Exclude<Decided, Refusal> & { readonly forfeited?: Forfeited }) | Refusal;

type Forfeited = Readonly<Record<string, readonly BookingEvent[]>>;

/** What a decision about a sale or a closure reads. */
interface Seen extends BookingAndDay {
  readonly forfeited: Readonly<Record<string, BookingState>>;
}

/** A log in memory, the states it adds up to, and what the payment provider knows. */
export class World {
  now = START;
  readonly log: Entry[] = [];
  readonly bookings = new Map<string, CivilDate>();
  /** Every payment made at the provider, by booking, and those the shop was told of. */
  readonly paid = new Map<string, ProviderPayment[]>();
  readonly told = new Set<string>();
  readonly #states = new Map<string, unknown>();

  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): State {
    return this.#states.has(stream.name) ? (this.#states.get(stream.name) as State) : stream.type.initial;
  }

  booking(id: string): Booking {
    const state: BookingState = this.stateOf(bookingStream(id));
    if (state === null) throw new Error(`no booking ${id}`);
    return state;
  }

  day(date: CivilDate): DayState {
    return this.stateOf(dayStream(date));
  }

  /** Decides over a booking and its day, records what was decided, and says it in words. */
  change(id: string, date: CivilDate, decide: (state: BookingAndDay) => Decided): string {
    const booking = bookingStream(id);
    const day = dayStream(date);
    const decided = decide({ booking: this.stateOf(booking), day: this.stateOf(day) });
    if (isRefusal(decided)) return decided.refusal;
    this.#append(booking, decided.booking ?? []);
    this.#append(day, decided.day ?? []);
    return allInWords([...(decided.booking ?? []), ...(decided.day ?? [])]);
  }

  /** The date on which a booking is; any for one that does not exist. */
  dateOf(name: string): CivilDate {
    return this.bookings.get(name) ?? '2027-03-14';
  }

  /** Decides over a booking (null: none), its day, and all late cancellations there. Says what becomes of each apart. */
  sell(id: string | null, date: CivilDate, decide: (state: Seen) => Sold): string[] {
    const day = dayStream(date);
    const open = this.stateOf(day).forfeitures.filter(({ isOver }) => !isOver);
    const forfeited = Object.fromEntries(open.map(({ booking }) => [booking, this.stateOf(bookingStream(booking))]));
    const decided = decide({ booking: id === null ? null : this.booking(id), day: this.stateOf(day), forfeited });
    if (isRefusal(decided)) return [decided.refusal];
    const { booking = [], day: ofDay = [], forfeited: ofForfeited = {} } = decided;
    if (id !== null) this.#append(bookingStream(id), booking);
    this.#append(day, ofDay);
    const refills = ofDay.filter((event) => event.type === 'UnitsRefilled');
    const said = [
      allInWords([...booking, ...ofDay.filter((event) => event.type !== 'UnitsRefilled')]),
      ...refills.map(({ data }) => `UnitsRefilled of ${data.booking}`),
    ];
    for (const [name, events] of Object.entries(ofForfeited)) {
      this.#append(bookingStream(name), events);
      said.push(`${allInWords(events)} of ${name}`);
    }
    return said;
  }

  /** Decides over a booking, its day and another one. */
  move(
    id: string,
    from: CivilDate,
    to: CivilDate,
    decide: (state: BookingAndDay & { readonly target: DayState }) => ReturnType<typeof reschedule>,
  ): string {
    const streams = { booking: bookingStream(id), day: dayStream(from), target: dayStream(to) };
    const decided = decide({ booking: this.booking(id), day: this.day(from), target: this.day(to) });
    if (isRefusal(decided)) return decided.refusal;
    this.#append(streams.booking, decided.booking);
    this.#append(streams.day, decided.day);
    this.#append(streams.target, decided.target ?? []);
    return allInWords([...decided.booking, ...decided.day, ...(decided.target ?? [])]);
  }

  /** The same over two bookings of one day. */
  swap(own: string, id: string, date: CivilDate, decide: (state: Swap) => ReturnType<typeof swapHold>): string {
    const streams = { own: bookingStream(own), booking: bookingStream(id), day: dayStream(date) };
    const states = { own: this.stateOf(streams.own), booking: this.stateOf(streams.booking), day: this.day(date) };
    const decided = decide(states);
    if (isRefusal(decided)) return decided.refusal;
    this.#append(streams.own, decided.own);
    this.#append(streams.booking, decided.booking);
    this.#append(streams.day, decided.day);
    return allInWords([...decided.own, ...decided.booking, ...decided.day]);
  }

  #append<State, Event extends DomainEvent>(stream: Stream<State, Event>, events: readonly Event[]): void {
    for (const event of events) {
      const stored = frozen(JSON.parse(JSON.stringify(event)) as Event);
      if (!isDeepStrictEqual(stored, event)) throw new Error(`JSON does not keep all of ${event.type}`);
      this.log.push({ stream: stream.name, at: this.now, event: stored });
      this.#states.set(stream.name, frozen(stream.type.evolve(this.stateOf(stream), stored)));
    }
  }
}
