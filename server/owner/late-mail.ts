import type { LateMail } from '#shared/owner/needs-attention.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';

/** The workers that send mail, by name. */
const SENDERS = ['mail', 'account-mail'];

/** How long a mail may wait before the owner is told, in milliseconds. */
const LATE_AFTER_MS = 5 * 60_000;

/** Mail that could not be sent for some minutes, and is tried again; null while mail goes out. */
export async function lateMail({
  store,
  clock,
}: Pick<BookingDependencies, 'store' | 'clock'>): Promise<LateMail | null> {
  const first = SENDERS.flatMap((name) => store.checkpoints.firstPostponed(name) ?? []);
  const waiting = await Promise.all(
    first.map(async ({ position, attempts }) => ({ since: (await store.eventAt(position)).at, failures: attempts })),
  );
  const late = waiting.filter(({ since }) => clock.now() - since >= LATE_AFTER_MS);
  return late.toSorted((a, b) => a.since - b.since)[0] ?? null;
}
