/** Formats instants and zone names, the same on the server and in every browser. */
import type { CivilDate } from './civil-date.ts';

function part(format: Intl.DateTimeFormat, at: number, type: Intl.DateTimeFormatPartTypes): string {
  return format.formatToParts(at).find((each) => each.type === type)?.value ?? '';
}

/** Memo of zone names: a page formats many, nearly always for the business time zone. */
const names = new Map<string, string>();

/** `Pacific Time`, for an IANA name. */
export function zoneName(timeZone: string): string {
  const known = names.get(timeZone);
  if (known !== undefined) return known;
  const name = part(new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }), 0, 'timeZoneName');
  names.set(timeZone, name);
  return name;
}

/** The civil date of an instant in the zone. */
export function dateAt(at: number, timeZone: string): CivilDate {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${part(format, at, 'year')}-${part(format, at, 'month')}-${part(format, at, 'day')}` as CivilDate;
}

/** `10:32 am`, in the zone. */
export function clockTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true });
  return `${part(format, at, 'hour')}:${part(format, at, 'minute')} ${part(format, at, 'dayPeriod').toLowerCase()}`;
}
