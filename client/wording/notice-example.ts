import { NOTICE_DAYS } from '#shared/booking/notice-policy.ts';
import { type CivilDate, addDays, weekdayName } from '#shared/civil-date.ts';

const VISIT: CivilDate = '2027-03-13';

/** The notice rule by the days of a week. */
export const NOTICE_EXAMPLE = { visit: weekdayName(VISIT), freeThrough: weekdayName(addDays(VISIT, -NOTICE_DAYS)) };
