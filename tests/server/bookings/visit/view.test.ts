import { expect, test } from 'vitest';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingView } from '#server/bookings/visit/view.ts';
import { LISTED_FIELDS, MANAGED_FIELDS, SUMMARY_FIELDS, TICKET_FIELDS } from '#shared/booking/booking-view.ts';
import { customer } from '../customer.ts';
import { openSite } from '../site.ts';

test('a page gets the fields of its list and no others, and personal ones only the owner’s list', async () => {
  const site = openSite();
  const { id } = await customer(site);
  const row = (await bookingById(site.store.db, id))!;
  for (const fields of [TICKET_FIELDS, MANAGED_FIELDS, SUMMARY_FIELDS]) {
    const view = bookingView(row, fields);
    expect(Object.keys(view).toSorted()).toEqual(fields.toSorted());
    for (const personal of [row.name, row.email, row.phone, row.address, row.notes]) {
      expect(Object.values(view)).not.toContain(personal);
    }
  }
  expect(bookingView(row, LISTED_FIELDS)).toMatchObject({ name: row.name, priceCents: row.price });
});
