/** Mails that the provider refuses. All others count as sent: no mail of the story leaves this machine. */
import { jobByKey } from '#db/queries/jobs.ts';
import type { JobUpdate } from '#db/jobs.ts';
import type { Recorded } from '#events/event.ts';
import type { BookingEventOf } from '#events/booking/booking-facts.ts';
import { mailKey } from '../bookings/jobs/mail.ts';
import { DAY, MINUTE, type Story, newCause } from './story.ts';

const CODES = ['provider-422', 'bad-address'];

const REFUSED = 0.003;

/** The last days of the story, whose mails are accepted. */
const SETTLED_DAYS = 9;

/**
 * Has the provider refuse a few confirmations. The owner sends them again after some days, and they are accepted then. One of the last
 * weeks stays refused.
 */
export function planMail(story: Story, event: Recorded<BookingEventOf<'BookingConfirmed'>>): void {
  const { agenda, chance, lastDay, isArranged } = story;
  const isLast = !isArranged.refusedMail && event.at > lastDay - 16 * DAY;
  if (event.at > lastDay - SETTLED_DAYS * DAY || !(chance.happens(REFUSED) || isLast)) return;
  if (isLast) isArranged.refusedMail = true;
  const code = chance.pick(CODES);
  const refusedAt = Math.round(event.at + MINUTE);
  agenda.add(refusedAt, () => update(story, event, { state: 'parked', code, attempts: 1, endedAt: refusedAt }));
  if (isLast) return;
  const days = chance.happens(0.5) ? 1 : 1 + chance.between(1, 6);
  const sentAt = refusedAt + Math.round(days * DAY);
  agenda.add(sentAt, () => update(story, event, { state: 'done', endedAt: sentAt }));
}

async function update({ shop: { store } }: Story, { id }: Recorded, set: JobUpdate['set']): Promise<void> {
  const job = await jobByKey(store.db, 'mail', mailKey(id, 'customer'));
  if (!job) return;
  const updateJob = { id: job.id, from: job.state, set };
  await store.change({ streams: {}, decide: () => ({}), cause: newCause(), updateJob });
}
