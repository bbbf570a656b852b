import { describe, expect, test } from 'vitest';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';

const KEYS = [1, 2, 3].map((each) => `00000000-0000-4000-8000-00000000000${each}`);

/** What the form posts. */
function typed(change: Record<string, string> = {}): Record<string, string> {
  return {
    date: DATE,
    claim: 'am',
    area: 'Ojai',
    address: '9 Oak Rd',
    name: 'Carla Díaz',
    email: '',
    phone: '(805) 555-0177',
    notes: 'Gate code 12',
    tasks: 'tv-mounting',
    key: KEYS[0] ?? '',
    ...change,
  };
}

async function withAdmin() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const bookings = () => town.store.db.selectFrom('bookings').select('id').execute();
  const story = async (eventId: string): Promise<BookingStory> => (await ada.ask('bookingStory', { eventId })).body;
  const post = async (change: Record<string, string> = {}) => {
    const answer = await ada.post('bookByPhone', typed(change));
    return { ...answer, id: /bookings\/([\w-]+)$/.exec(answer.location)?.[1] ?? '' };
  };
  return { town, ada, bookings, story, post };
}

/** A mail's text on one line. */
function lineOf({ text }: { readonly text: string }): string {
  return text.replaceAll(/\s+/g, ' ');
}

describe('a booking by phone', () => {
  test('is booked, paid outside, and told in its story with the admin’s name', async () => {
    const { post, story, town } = await withAdmin();
    const { id, flash } = await post();
    expect(flash).toMatchObject({ notice: 'booked-by-phone' });
    const told = await story(id);
    expect(told).toMatchObject({ state: 'confirmed', priceCents: 29_900, isPaidOutside: true });
    expect(told.customer).toMatchObject({ name: 'Carla Díaz', email: '', notes: 'Gate code 12' });
    expect(told.payments).toMatchObject([{ isOutside: true, cents: 29_900, refund: 'none' }]);
    expect(told.lines.map(({ kind, admin }) => [kind, admin])).toEqual([
      ['SlotHeld', null],
      ['PaidOutside', ADA.name],
      ['BookingConfirmed', null],
    ]);
    const row = await bookingById(town.store.db, id);
    expect(row).toMatchObject({ method: 'owner', captured: 29_900, email_key: null, customer: null, account: null });
  });

  test('mails the confirmation with calendar file and link when there is one', async () => {
    const { post, town } = await withAdmin();
    const { flash } = await post({ email: 'carla@example.com' });
    expect(flash).toMatchObject({ notice: 'booked-by-phone-mailed' });
    const letter = await town.mailTo('carla@example.com', '(booked)');
    expect(lineOf(letter)).toContain('as we agreed on the phone');
    expect(lineOf(letter)).toContain('$299, to us directly');
    expect(lineOf(letter)).toContain('/manage/');
    expect(letter.attachments?.length).toBe(1);
  });

  test('is refused for booked time, with the booking that has it and everything typed', async () => {
    const { post, town } = await withAdmin();
    const other = await books(town, town.person(), BEN.email, { claim: 'am' });
    const { flash, location } = await post({ claim: 'full' });
    expect(location).toBe(`/app/admin/schedule/book?date=${DATE}&unit=full`);
    expect(flash).toMatchObject({
      refusal: 'slot-taken',
      fields: { claim: `The morning is booked: ${referenceOf(other)}.` },
      values: { name: ['Carla Díaz'], tasks: ['tv-mounting'], notes: ['Gate code 12'] },
    });
  });

  test.each<[string, string, string]>([
    ['looks for customers', 'customers', '&q=carla'],
    ['fills in a customer', 'customer:booking-b1', '&q=carla&customer=booking-b1'],
  ])('is not sent by a button that %s: the page keeps everything typed', async (_, show, search) => {
    const { post, bookings } = await withAdmin();
    const { flash, location } = await post({ claim: 'pm', q: 'carla', show });
    expect(location).toBe(`/app/admin/schedule/book?date=${DATE}&unit=pm${search}`);
    expect(flash).toMatchObject({
      refusal: null,
      values: { name: ['Carla Díaz'], phone: ['(805) 555-0177'], notes: ['Gate code 12'], tasks: ['tv-mounting'] },
    });
    expect(await bookings()).toEqual([]);
  });

  test('of ten at once, one gets the time', async () => {
    const { ada, bookings } = await withAdmin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_each, index) =>
        ada.call('bookByPhone', {
          name: 'Dan Wu',
          email: '',
          phone: '805 555 0199',
          address: '1 Elm St',
          notes: '',
          date: DATE,
          claim: 'am',
          area: 'Ojai',
          tasks: [],
          key: `00000000-0000-4000-8000-0000000001${index}0`,
        }),
      ),
    );
    expect(answers.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal === 'slot-taken')).toHaveLength(9);
    expect(await bookings()).toHaveLength(1);
  });
});

describe('money that was paid by phone', () => {
  test('is owed after a cancellation, listed for the owner, and settled by them', async () => {
    const { ada, post, story, town } = await withAdmin();
    const { id } = await post({ email: 'carla@example.com' });
    const payment = `outside-${id}`;
    const cancelled = await ada.call('cancelForCustomer', { eventId: id, date: DATE, claim: 'am' });
    expect(cancelled).toMatchObject({ notice: 'refund-owed' });
    const letter = await town.mailTo('carla@example.com', '(we had to cancel)');
    expect(lineOf(letter)).toContain('we also give all of your $299 back to you directly');
    expect(lineOf(letter)).not.toContain('card');
    expect((await story(id)).payments).toMatchObject([{ isOutside: true, refund: 'requested' }]);
    expect((await ada.ask('needsAttention')).body.items).toMatchObject([
      { kind: 'owed', eventId: id, cents: 29_900, payment },
    ]);
    expect(await ada.call('settleRefund', { eventId: id, payment, at: 'landing' })).toMatchObject({
      notice: 'refund-settled',
      redirect: '/app/admin',
    });
    expect((await ada.ask('needsAttention')).body.items).toEqual([]);
    expect((await story(id)).lines.at(-1)).toMatchObject({ kind: 'RefundSettled', admin: ADA.name });
    expect(await ada.call('settleRefund', { eventId: id, payment })).toMatchObject({ refusal: 'refund-not-owed' });
    expect((await town.store.stateOf(bookingStream(id)))?.payments).toMatchObject([{ refund: 'succeeded' }]);
  });
});

describe('the next open times', () => {
  test('are the soonest half days and the soonest full day, until they start', async () => {
    const { ada, town } = await withAdmin();
    const open = async (from?: CivilDate) => (await ada.ask('openTimes', { ...(from && { from }) })).body;
    const { today, slots } = await open();
    expect(slots.filter(({ claim }) => claim !== 'full')).toHaveLength(4);
    expect(slots.filter(({ claim }) => claim === 'full')).toHaveLength(1);
    expect(slots[0]?.date).toBe(today);
    expect((await open('2020-01-01')).slots).toEqual(slots);
    await books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
    await ada.call('closeUnits', { first: addDays(DATE, 1), last: addDays(DATE, 1), units: 'full' });
    expect((await open(DATE)).slots).toEqual([
      { date: DATE, claim: 'pm' },
      { date: addDays(DATE, 2), claim: 'am' },
      { date: addDays(DATE, 2), claim: 'pm' },
      { date: addDays(DATE, 2), claim: 'full' },
      { date: addDays(DATE, 3), claim: 'am' },
    ]);
  });
});
