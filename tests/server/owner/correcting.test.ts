import { describe, expect, test } from 'vitest';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { ADA, BEN, openTown } from '../accounts/town.ts';
import { CORRECT, RIGHT, WRONG, mistyped } from '../bookings/changing/mistyped.ts';
import { Customer, UNKNOWN } from '../bookings/customer.ts';

describe('the owner', () => {
  async function withOwner() {
    const town = openTown();
    const owner = await town.resident(ADA);
    const known = await mistyped(town);
    const corrects = (change: { readonly email?: string } = {}) =>
      owner.call('correctForCustomer', { eventId: known.id, ...CORRECT, ...change });
    const story = async (): Promise<BookingStory> => (await owner.ask('bookingStory', { eventId: known.id })).body;
    return { ...known, owner, corrects, story };
  }

  test('corrects the details for the customer, whose browser keeps its access', async () => {
    const { town, id, here, stranger, corrects, story } = await withOwner();
    expect((await story()).actions.correct).toBe(true);
    expect(await corrects()).toMatchObject({
      status: 200,
      redirect: `/app/admin/bookings/${id}`,
      notice: 'customer-corrected-mailed',
      whom: RIGHT,
    });
    await town.mailTo(RIGHT, '(details corrected)');
    expect(await stranger.view()).toEqual({ kind: 'replaced' });
    const { history, visit } = await here.sees();
    expect(visit).toMatchObject(CORRECT);
    const fields = ['email', 'phone', 'area', 'address'];
    expect(history.at(-1)).toMatchObject({ kind: 'BookingDetailsCorrected', fields, by: 'owner' });
    const { lines, customer, area } = await story();
    expect({ ...customer, area }).toMatchObject(CORRECT);
    expect(lines.at(-1)).toMatchObject({ kind: 'BookingDetailsCorrected', fields, by: 'owner', admin: ADA.name });
    expect(town.sent.filter(({ subject }) => subject.startsWith('Corrected'))).toEqual([]);
  });

  test('takes the booking out of a stranger’s account that had adopted it by the wrong address', async () => {
    const { town, id, corrects } = await withOwner();
    const stranger = await town.resident({ ...BEN, email: WRONG });
    const theirs = new Customer(town, stranger.browser, id);
    expect(await theirs.view()).toMatchObject({ kind: 'booking' });
    await corrects();
    expect(await theirs.view()).toEqual(UNKNOWN);
    expect((await town.state(id))?.account).toBeNull();
  });

  test('is the only one to correct for customers', async () => {
    const { town, id } = await withOwner();
    const ben = await town.resident(BEN);
    expect((await ben.call('correctForCustomer', { eventId: id, ...CORRECT })).status).toBe(403);
  });
});
