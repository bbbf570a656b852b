import type { CivilDate } from '#shared/civil-date.ts';
import type { AvailabilityRow } from '../../projections/availability.ts';
import type { Queries } from '../../tables.ts';

export function daysBetweenDates(db: Queries, from: CivilDate, to: CivilDate): Promise<AvailabilityRow[]> {
  return db
    .selectFrom('availability')
    .selectAll()
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}
