import { describe, expect, test } from 'vitest';
import { dayStream } from '#events/day.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { movePath } from '#shared/owner/move-plan.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';

const TARGET: CivilDate = '2027-03-20';
const FROM = { date: DATE, claim: 'am' } as const;
const TO = { newDate: TARGET, newClaim: 'pm' } as const;

/** A town with an admin, and a booked morning. */
async function withBooking() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const id = await books(town, town.person(), BEN.email, { claim: 'am' });
  return {
    town,
    ada,
    id,
    move: (to: { newDate: CivilDate; newClaim: Slot['claim'] } = TO) =>
      ada.call('moveForCustomer', { eventId: id, ...FROM, ...to }),
    plan: async (slot: Partial<Slot> = {}) => (await ada.ask('movePlan', { eventId: id, ...slot })).body,
  };
}

/** Days before the visit, to its morning. */
const DAY_MS = 24 * 3_600_000;

describe('the owner who moves a visit', () => {
  test('moves it after its free changes are over; its customer gets the new time from the business', async () => {
    const { town, ada, id, move, plan } = await withBooking();
    for (let days = 0; days < 6; days++) {
      town.clock.advance(DAY_MS);
      await ada.session();
    }
    const free = await plan({ date: TARGET, claim: 'pm' });
    expect(free).toMatchObject({
      from: FROM,
      customer: { name: 'Ben Ito', email: BEN.email },
      refusal: null,
      asked: { refusal: null, freeChangesThrough: '2027-03-18' },
    });
    expect(await move()).toMatchObject({ redirect: `/app/admin/bookings/${id}`, notice: 'visit-moved-by-owner' });
    expect(await town.state(id)).toMatchObject({ date: TARGET, units: ['pm'], moves: 1 });
    expect((await town.store.stateOf(dayStream(DATE))).am.kind).toBe('free');
    expect((await town.store.stateOf(dayStream(TARGET))).pm).toEqual({ kind: 'booked', booking: id });
    const mail = await town.mailTo(BEN.email, '(we moved it)');
    expect(mail.text).toContain('we’ve moved your visit from');
    expect(mail.attachments?.[0]?.content).toMatch(/METHOD:REQUEST[^]*SEQUENCE:1/);
    const { body } = await ada.ask('bookingStory', { eventId: id });
    expect(body.lines.find(({ kind }) => kind === 'BookingRescheduled')).toMatchObject({ admin: ADA.name });
    expect(body.mails.filter(({ subject }) => subject?.includes('oved'))).toHaveLength(1);
    expect(body.payments).toMatchObject([{ refund: 'none' }]);
  });

  test('is told why a time is taken, before and when it is asked for', async () => {
    const { town, ada, id, move, plan } = await withBooking();
    await books(town, town.person(), 'eve@example.com', { date: TARGET, claim: 'pm' });
    await ada.call('closeUnits', { first: '2027-03-21', last: '2027-03-21', units: 'am' });
    expect(await plan({ date: TARGET, claim: 'pm' })).toMatchObject({ asked: { refusal: 'time-booked' } });
    expect(await move()).toMatchObject({ status: 409, refusal: 'time-booked' });
    expect(await plan({ date: '2027-03-21', claim: 'am' })).toMatchObject({ asked: { refusal: 'time-closed' } });
    expect(await move({ newDate: '2027-03-21', newClaim: 'am' })).toMatchObject({ refusal: 'time-closed' });
    const { days } = (await plan()).availability;
    expect(days.find(({ date }) => date === TARGET)).toMatchObject({ am: 'open', pm: 'gone' });
    expect(days.find(({ date }) => date === DATE)).toMatchObject({ am: 'visit', pm: 'open' });
    expect(await town.state(id)).toMatchObject({ date: DATE, moves: 0 });
    const posted = await ada.post('moveForCustomer', { eventId: id, ...FROM, ...TO, form: 'moveForCustomer' });
    expect(posted).toMatchObject({
      location: movePath(id, { date: TARGET, claim: 'pm' }),
      flash: { refusal: 'time-booked' },
    });
  });

  test('wins the time or leaves it: racing with a customer sells it once', async () => {
    const { town, id, move } = await withBooking();
    const other = books(town, town.person(), 'eve@example.com', { date: TARGET, claim: 'pm' }).catch(() => null);
    const [moved] = await Promise.all([move(), other]);
    const { pm } = await town.store.stateOf(dayStream(TARGET));
    expect(pm.kind === 'booked' && pm.booking === id).toBe(moved.status === 200);
  });
});
