import { jobByKey } from '#db/queries/jobs.ts';
import type { JobUpdate } from '#db/jobs.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { MailRole } from '#events/mail.ts';
import { mailKey } from '#server/bookings/jobs/mail.ts';
import type { Town } from '../accounts/town.ts';
import { areDone, until } from '../workers/run.ts';

/** Has the provider refuse the confirmation of a booking, after the fact. Returns the mail's item in the owner's list. */
export async function parkMail(town: Town, booking: string, role: MailRole = 'customer'): Promise<string> {
  await until(() => areDone(town, 'mail'));
  return updateMail(town, booking, role, { state: 'parked', code: 'provider-422', attempts: 1 });
}

/** Has the provider accept it. */
export async function settleMail(town: Town, booking: string, role: MailRole = 'customer'): Promise<void> {
  await updateMail(town, booking, role, { state: 'done' });
}

async function updateMail(
  { store, clock }: Town,
  booking: string,
  role: MailRole,
  set: JobUpdate['set'],
): Promise<string> {
  const confirmed = (await store.eventsOf(bookingStream(booking))).find(({ type }) => type === 'BookingConfirmed')!;
  const job = (await jobByKey(store.db, 'mail', mailKey(confirmed.id, role)))!;
  const updateJob = { id: job.id, from: job.state, set: { ...set, endedAt: clock.now() } };
  await store.change({ streams: {}, decide: () => ({}), cause: { correlation: 'test' }, updateJob });
  return `job-${job.id}`;
}
