import type { Store } from '#db/store.ts';
import { type BookingEvent, bookingStream } from '#events/booking/booking.ts';
import { type Refilled, describeAll } from '#events/booking/describe.ts';
import { dayStream } from '#events/day.ts';
import type { Recorded } from '#events/event.ts';
import type { HistoryLine } from '#shared/booking/history.ts';

export async function refillsOf(
  store: Pick<Store, 'eventsOf'>,
  id: string,
  own: readonly Recorded<BookingEvent>[],
): Promise<Refilled[]> {
  const forfeited = own.find((event) => event.type === 'BookingForfeited');
  if (!forfeited) return [];
  const events = await store.eventsOf(dayStream(forfeited.data.date));
  return events.flatMap((event) => (event.type === 'UnitsRefilled' && event.data.booking === id ? [event] : []));
}

/** Earliest first. A full day can be refilled in two halves, of which the booking records only the second. */
export async function historyOf(store: Pick<Store, 'eventsOf'>, id: string): Promise<HistoryLine[]> {
  const own = await store.eventsOf(bookingStream(id));
  const [half] = await refillsOf(store, id, own);
  const lines: HistoryLine[] = [];
  for (const [{ at, type: kind }, { audience, facts }] of describeAll(half ? [...own, half] : own)) {
    if (audience === 'customer') lines.push({ at, kind, ...facts } as HistoryLine);
  }
  return lines;
}
