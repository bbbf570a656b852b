/** The same on the server and in every browser. */
import { type CivilDate, shortDate } from './civil-date.ts';

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function partsOf(format: Intl.DateTimeFormat, at: number): Parts {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** Creating a format takes ten times as long as using it, and a table has hundreds of dates. */
function formats(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    known.set(timeZone, format);
    return format;
  };
}

const namesIn = formats({ timeZoneName: 'longGeneric' });
const datesIn = formats({ year: 'numeric', month: '2-digit', day: '2-digit' });
const timesIn = formats({ hour: 'numeric', minute: '2-digit', hour12: true });

/** A page formats many, nearly always for the business time zone. */
const names = new Map<string, string>();

/** `Pacific Time`, for an IANA name. */
export function zoneName(timeZone: string): string {
  const known = names.get(timeZone);
  if (known !== undefined) return known;
  const name = partsOf(namesIn(timeZone), 0).timeZoneName ?? '';
  names.set(timeZone, name);
  return name;
}

export function dateAt(at: number, timeZone: string): CivilDate {
  // Reading the parts by name takes several times as long, and a table has hundreds of dates.
  const [month, day, year] = datesIn(timeZone).format(at).split('/');
  return `${year}-${month}-${day}` as CivilDate;
}

/** `10:32 am`, in the zone. */
export function clockTime(at: number, timeZone: string): string {
  const { hour, minute, dayPeriod = '' } = partsOf(timesIn(timeZone), at);
  return `${hour}:${minute} ${dayPeriod.toLowerCase()}`;
}

/** `Tue, Mar 9, 3:15 pm`, in the zone. */
export function instantWords(at: number, timeZone: string): string {
  return `${shortDate(dateAt(at, timeZone))}, ${clockTime(at, timeZone)}`;
}
