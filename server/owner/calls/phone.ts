/** The calls of the page that books by phone. */
import { z } from 'zod';
import { accountInputs } from '#shared/account/account-fields.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { ownersBookingPath } from '#shared/owner/booking-story.ts';
import { phonePath } from '#shared/owner/phone-booking.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount, limitedByAccount } from '../../web/rpc/limit-to.ts';
import { causeOf, signedInOf } from '../../web/rpc/signed-in.ts';
import { validField } from '../../web/rpc/valid-field.ts';
import { findCustomers } from '../find-customers.ts';
import { bookForCaller } from '../phone-booking.ts';

export const customers: HandlerOf<Contract['customers'], AccountContext> = {
  access: 'admin',
  limitByInput: byAccount('ownPages'),
  schema: z.strictObject({ search: z.string().max(200), chosen: z.string().max(80) }),
  run: (query, context) => findCustomers(context, query),
};

const { date, claim } = accountInputs.bookByPhone.shape;

export const bookByPhone = accountForm('bookByPhone', {
  access: 'admin',
  ...limitedByAccount('administer'),
  page(form) {
    const [day, unit] = [validField(form, 'date', date), validField(form, 'claim', claim)];
    return phonePath({ ...(day && { date: day }), ...(unit && { unit }) });
  },
  more: (form) => ({ tasks: form.getAll('tasks') }),
  async run(details, context) {
    const { account: admin } = signedInOf(context);
    const booking = await bookForCaller(context, { ...details, admin }, causeOf(context));
    return done(ownersBookingPath(booking), details.email === '' ? 'booked-by-phone' : 'booked-by-phone-mailed');
  },
});
