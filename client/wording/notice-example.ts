import { NOTICE_DAYS } from '#shared/business.ts';
import { type CivilDate, addDays, longDate } from '#shared/civil-date.ts';

const VISIT: CivilDate = '2027-03-13';

function weekday(date: CivilDate): string {
  return longDate(date).split(' ', 1)[0] ?? '';
}

/** The notice rule by the days of a week: a visit on one, and the last day on which changes are free. */
export const NOTICE_EXAMPLE = { visit: weekday(VISIT), freeThrough: weekday(addDays(VISIT, -NOTICE_DAYS)) };
