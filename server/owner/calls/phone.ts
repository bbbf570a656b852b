import { z } from 'zod';
import { accountInputs } from '#shared/account/account-fields.ts';
import { bookingFields } from '#shared/booking/booking-details.ts';
import { ownersBookingPath } from '#shared/owner/booking-story.ts';
import { LONGEST_SOUGHT, type PhoneSearch, phonePath, readPhoneShow } from '#shared/owner/phone-booking.ts';
import { cleanLine } from '#shared/typed-text.ts';
import { done } from '../../accounts/calls/account-form.ts';
import { validField } from '../../web/http/checked-input.ts';
import { findCustomers } from '../find-customers.ts';
import { bookForCaller, openTimes as findOpenTimes } from '../phone-booking.ts';
import { ownerForm, ownerQuery } from './handlers.ts';

export const customers = ownerQuery<'customers'>(
  z.strictObject({ search: z.string().overwrite(cleanLine).max(LONGEST_SOUGHT), chosen: z.string().max(80) }),
  (query, context) => findCustomers(context, query),
);

export const openTimes = ownerQuery<'openTimes'>(
  z.strictObject({ from: bookingFields.date.exactOptional() }),
  ({ from }, context) => findOpenTimes(context, from),
);

const { date, claim } = accountInputs.bookByPhone.shape;

function typedTime(form: URLSearchParams): PhoneSearch {
  const [day, unit] = [validField(form, 'date', date), validField(form, 'claim', claim)];
  return { ...(day && { date: day }), ...(unit && { unit }) };
}

/** After a button that shows something: matching customers, one of them filled in, or another time. */
function shownPath(form: URLSearchParams): string | null {
  const shown = readPhoneShow(form.get('show'));
  if (shown === null) return null;
  const q = validField(form, 'q', z.string().overwrite(cleanLine).min(1).max(LONGEST_SOUGHT));
  const { customer, slot } = shown;
  const time = slot ? { date: slot.date, unit: slot.claim } : typedTime(form);
  return phonePath({ ...time, ...(q && { q }), ...(customer && { customer }) });
}

export const bookByPhone = ownerForm('bookByPhone', {
  page: (form) => phonePath(typedTime(form)),
  show: shownPath,
  more: (form) => ({ tasks: form.getAll('tasks') }),
  async run(details, context, { by: admin, cause }) {
    const booking = await bookForCaller(context, { ...details, admin }, cause);
    return done(ownersBookingPath(booking), details.email === '' ? 'booked-by-phone' : 'booked-by-phone-mailed');
  },
});
