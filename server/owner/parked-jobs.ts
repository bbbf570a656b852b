import type { Cause } from '#db/change.ts';
import type { Job, JobUpdate } from '#db/jobs.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { dismissedJobs, firstWaiting, makeJobsDueBy, jobById, parkedJobs } from '#db/queries/jobs.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { MailCause } from '#events/mail.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AttentionItem, Dismissal, DismissedItem } from '#shared/owner/needs-attention.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { roleOf } from '../bookings/jobs/mail.ts';
import { tellsOf } from '../bookings/letters/index.ts';
import { publicNameOf } from '../bookings/webhooks/public-events.ts';
import { refusalWords } from '../outside/mail/port.ts';
import { webhookRefusalWords } from '../outside/webhooks/port.ts';
import { customerOf } from './near-visits.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock'>;

const ID = /^job-(\d+)$/;

export function isJob(item: string): boolean {
  return ID.test(item);
}

async function itemOf({ store }: Reader, job: Job): Promise<AttentionItem> {
  const { type, stream } = await store.eventAt(job.position!);
  const eventId = bookingOf(stream);
  const booking = await bookingById(store.db, eventId);
  const customer = booking ? customerOf(booking) : null;
  const item = { id: `job-${job.id}`, eventId, since: job.at, customer, failures: job.attempts };
  const code = job.code ?? '';
  switch (job.kind) {
    case 'mail':
      return { ...item, kind: 'mail', reason: refusalWords(code), to: roleOf(job), tells: tellsOf(type as MailCause) };
    case 'webhook':
      return { ...item, kind: 'webhook', reason: webhookRefusalWords(code), type: publicNameOf(type) };
    default:
      throw new Error(`a parked job of kind ${job.kind} has no words`);
  }
}

/** Oldest first, and their number, without dismissed ones. */
export async function parkedItems(reader: Reader, limit: number) {
  const { jobs, total } = await parkedJobs(reader.store.db, limit);
  return { items: await Promise.all(jobs.map((job) => itemOf(reader, job))), total };
}

/** The last dismissed first. */
export async function dismissedItems(reader: Reader, limit: number): Promise<DismissedItem[]> {
  const jobs = await dismissedJobs(reader.store.db, limit);
  const dismissed = jobs.map(async (job) => ({
    item: await itemOf(reader, job),
    reason: job.dismissedReason as Dismissal,
    at: job.dismissedAt ?? 0,
  }));
  return Promise.all(dismissed);
}

/** Throws `Rejected` with `already-settled` if the job is done or unknown. */
async function updateParked(
  { store }: Reader,
  item: string,
  cause: Cause,
  update: (job: Job) => JobUpdate['set'] | null,
): Promise<void> {
  const job = await jobById(store.db, Number(ID.exec(item)?.[1]));
  if (job === undefined || job.state === 'done') throw new Rejected('already-settled');
  const set = job.state === 'parked' ? update(job) : null;
  if (set === null) return;
  await store.change({ streams: {}, decide: () => ({}), cause, updateJob: { id: job.id, from: 'parked', set } });
}

const LISTED = { dismissedBy: null, dismissedAt: null, dismissedReason: null };

/** The owner gets a mail if it is parked again. Throws `Rejected` as `updateParked` does. */
export async function runAgain(reader: Reader, item: string, cause: Cause): Promise<void> {
  await updateParked(reader, item, cause, () => ({ ...LISTED, state: 'waiting', due: reader.clock.now() }));
}

/** Retries failed messages at once. Throws `Rejected` with `already-settled` if none waits. */
export async function hastenWebhooks({ store, clock }: Reader): Promise<void> {
  if (!(await firstWaiting(store.db, ['webhook']))) throw new Rejected('already-settled');
  await store.write([makeJobsDueBy(store.db, 'webhook', clock.now())]);
}

/** Throws `Rejected` as `updateParked` does. */
export async function dismissJob(
  reader: Reader,
  { item, by, reason }: { readonly item: string; readonly by: string; readonly reason: Dismissal },
  cause: Cause,
): Promise<void> {
  const dismissal = { dismissedBy: by, dismissedAt: reader.clock.now(), dismissedReason: reason };
  await updateParked(reader, item, cause, (job) => (job.dismissedAt === null ? dismissal : null));
}

/** Throws `Rejected` as `updateParked` does. */
export async function restoreJob(reader: Reader, item: string, cause: Cause): Promise<void> {
  await updateParked(reader, item, cause, () => LISTED);
}
