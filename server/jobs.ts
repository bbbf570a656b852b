import { accountMail } from './accounts/jobs/account-mail.ts';
import { mail } from './bookings/jobs/mail.ts';
import { parkedLetter } from './bookings/jobs/parked-letter.ts';
import { webhook, webhookEventTypes, webhookForgetting } from './bookings/jobs/webhooks.ts';
import type { StoringDependencies } from './bookings/workers/dependencies.ts';
import { accountForgetting } from './accounts/jobs/account-forgetting.ts';
import { forfeitures } from './bookings/jobs/forfeitures.ts';
import { holdExpiry } from './bookings/jobs/hold-expiry.ts';
import { reconciliation } from './bookings/jobs/reconciliation.ts';
import { refundReview } from './bookings/jobs/refund-review.ts';
import { refunds } from './bookings/jobs/refunds.ts';
import { reminders } from './bookings/jobs/reminders.ts';
import type { JobKind } from './process/jobs/job-kind.ts';

/** Every kind of job. Each process that records events has the same list. */
export const JOBS: readonly JobKind<StoringDependencies>[] = [
  accountForgetting,
  accountMail,
  forfeitures,
  holdExpiry,
  mail,
  parkedLetter,
  reconciliation,
  refundReview,
  refunds,
  reminders,
  webhook,
  webhookEventTypes,
  webhookForgetting,
];
