import { isCivilDate } from '#shared/civil-date.ts';
import { LONGEST_SOUGHT, type PhoneSearch } from '#shared/owner/phone-booking.ts';
import { SCHEDULE_DATES } from '#shared/owner/schedule.ts';

const UNITS = ['am', 'pm', 'full'] as const;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST_SOUGHT) : undefined;
}

/** Invalid values are ignored. */
export function readPhoneSearch(raw: Readonly<Record<string, unknown>>): PhoneSearch {
  const { date, unit } = raw;
  const isShown = isCivilDate(date) && date >= SCHEDULE_DATES.first && date <= SCHEDULE_DATES.last;
  const claim = UNITS.find((each) => each === unit);
  const [q, customer] = [textOf(raw['q']), textOf(raw['customer'])?.slice(0, 80)];
  return { ...(isShown && { date }), ...(claim && { unit: claim }), ...(q && { q }), ...(customer && { customer }) };
}
