/** The gate code: an optional answer for the handyman alone. */
import { describe, expect, test } from 'vitest';
import { messageAbout } from '#server/bookings/webhooks/public-events.ts';
import { visitsCalendar } from '#server/owner/visits-calendar.ts';
import { entriesBetween, visitsOn } from '#server/owner/near-visits.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { DATE } from '../../events/facts.ts';
import { ADA, BEN, openTown } from '../accounts/town.ts';
import { foundIn } from '../accounts/settled-town.ts';
import { areDone, until } from '../workers/run.ts';
import { Customer } from './customer.ts';

const GATE = '#4417, left keypad';

async function withGate() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const guest = town.person();
  const id = await guest.browser.holds({ email: BEN.email, gate: `  ${GATE} ` });
  await guest.browser.pays();
  await guest.browser.returns();
  await until(async () => (await town.state(id))?.status === 'confirmed');
  const story = async (): Promise<BookingStory> => (await ada.ask('bookingStory', { eventId: id })).body;
  const here = new Customer(town, guest.browser, id);
  return { town, ada, guest, here, id, story };
}

describe('a gate code', () => {
  test('is shown to the owner, on the day sheet, and to its customer', async () => {
    const { town, story, here } = await withGate();
    expect((await story()).customer).toMatchObject({ gate: GATE });
    expect((await visitsOn(town, DATE)).visits).toMatchObject([{ customer: { gate: GATE } }]);
    expect(await here.sees()).toMatchObject({ visit: { gate: GATE } });
  });

  test('is in no mail, no webhook message and no calendar', async () => {
    const { town, id } = await withGate();
    await until(() => areDone(town, 'mail'));
    expect(town.sent.length).toBeGreaterThan(1);
    expect(JSON.stringify(town.sent)).not.toContain('4417');
    const events = await town.store.eventsOf(bookingStream(id));
    const confirmed = events.find(({ type }) => type === 'BookingConfirmed');
    const { payload } = messageAbout(confirmed as never, events, { sendsCustomer: true });
    expect(payload).toMatchObject({ data: { customer: { status: 'known', address: '12 Anacapa St' } } });
    expect(JSON.stringify(payload)).not.toContain('4417');
    const entries = await entriesBetween(town, DATE, DATE);
    const file = visitsCalendar(entries, {
      name: 'Oak',
      timeZone: town.config.timeZone,
      origin: 'https://oak.example',
    });
    expect(file).toContain('Dog in the yard');
    expect(file).not.toContain('4417');
  });

  test('is corrected by its customer, and by the owner; webhooks do not tell', async () => {
    const { town, ada, guest, here, id } = await withGate();
    const { visit } = await here.sees();
    const { name, email, phone, address } = visit!;
    const details = { eventId: id, name, email, phone, area: 'Ojai', address } as const;
    expect(await guest.call('correctDetails', { ...details, gate: '1234' })).toMatchObject({ status: 200 });
    expect(await here.sees()).toMatchObject({ visit: { gate: '1234', notes: visit?.notes } });
    expect(await ada.call('correctForCustomer', { ...details, gate: '' })).toMatchObject({ status: 200 });
    expect(await here.sees()).toMatchObject({ visit: { gate: '' } });
    const events = await town.store.eventsOf(bookingStream(id));
    const { payload } = messageAbout(events.at(-1) as never, events, { sendsCustomer: true });
    expect(payload).toMatchObject({ data: { fields: [] } });
  });

  test('is forgotten with its customer', async () => {
    const { town, here } = await withGate();
    expect(await foundIn(town, [BEN.email])).toEqual([BEN.email]);
    await here.sees();
    expect(await here.cancels('refund')).toMatchObject({ status: 200 });
    await here.sees();
    expect(await here.deletesData()).toMatchObject({ status: 200 });
    expect(await foundIn(town, [GATE, '4417'])).toEqual([]);
  });
});
