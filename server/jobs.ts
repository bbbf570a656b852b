import { accountMail } from './accounts/jobs/account-mail.ts';
import { unconfirmedAccounts } from './accounts/jobs/unconfirmed-accounts.ts';
import { mail, mailForgetting, parkedLetter } from './bookings/jobs/mail.ts';
import { webhook, webhookEventTypes, webhookForgetting } from './bookings/jobs/webhooks.ts';
import { forgetPerson } from './accounts/jobs/forget-person.ts';
import type { StoringDependencies } from './bookings/dependencies.ts';
import { accountBookings } from './accounts/jobs/account-bookings.ts';
import { holdExpiry, reconciliation, unpaidHolds } from './bookings/jobs/holds.ts';
import { photoRemoval, photoSweep } from './bookings/jobs/photos.ts';
import { refundReview, refunds } from './bookings/jobs/refunds.ts';
import { forfeitures, keptVisits, reminders } from './bookings/jobs/visits.ts';
import { rebuild, verify } from './operations/jobs.ts';
import type { JobKind } from './process/jobs/job-kind.ts';

/** The same in each process that records events. */
export const JOBS: readonly JobKind<StoringDependencies>[] = [
  accountBookings,
  accountMail,
  forfeitures,
  forgetPerson,
  holdExpiry,
  keptVisits,
  mail,
  mailForgetting,
  parkedLetter,
  photoRemoval,
  photoSweep,
  rebuild,
  reconciliation,
  refundReview,
  refunds,
  reminders,
  unconfirmedAccounts,
  unpaidHolds,
  verify,
  webhook,
  webhookEventTypes,
  webhookForgetting,
];
