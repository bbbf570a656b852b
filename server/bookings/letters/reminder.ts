import type { BookingRow } from '#db/projections/booking-row.ts';
import { civilDateAt } from '#events/business-time.ts';
import type { JobDependencies } from '../dependencies.ts';
import type { CauseOf } from './letter.ts';

type Reminder = CauseOf<'ReminderRequested'>['data'];

export function isReminderStillTrue(
  row: BookingRow,
  { kind, date }: Reminder,
  { clock, config }: Pick<JobDependencies, 'clock' | 'config'>,
): boolean {
  const today = civilDateAt(clock.now(), config.timeZone);
  const last = kind === 'last-free-day' ? (row.free_changes_through ?? '') : date;
  return row.status === 'confirmed' && row.date === date && today <= last;
}
