/** `YYYY-MM-DD` without time and zone, so every browser shows the same day. Only the server converts dates to instants. */

export type CivilDate = `${number}-${number}-${number}`;

const DAY_MS = 86_400_000;
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

const ZERO = '0'.charCodeAt(0);

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

const CYCLE = { years: 400, ms: 146_097 * DAY_MS };

/** Not `Date.parse`, which takes four times as long; a month counts hundreds of dates. */
function toUtc(date: CivilDate): number {
  // `Date.UTC` takes years below 100 as those of the twentieth century.
  const year = digits(date, 0, 4) + CYCLE.years;
  return Date.UTC(year, digits(date, 5, 7) - 1, digits(date, 8, 10)) - CYCLE.ms;
}

function fromUtc(ms: number): CivilDate {
  const day = new Date(ms);
  return `${padded(day.getUTCFullYear(), 4)}-${padded(day.getUTCMonth() + 1, 2)}-${padded(day.getUTCDate(), 2)}` as CivilDate;
}

export function isCivilDate(value: unknown): value is CivilDate {
  if (typeof value !== 'string' || !PATTERN.test(value)) return false;
  return fromUtc(toUtc(value as CivilDate)) === value;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return fromUtc(toUtc(date) + days * DAY_MS);
}

export function daysBetween(from: CivilDate, to: CivilDate): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

export function weekdayOf(date: CivilDate): number {
  return new Date(toUtc(date)).getUTCDay();
}

export type CivilMonth = `${number}-${number}`;

export function isCivilMonth(value: unknown): value is CivilMonth {
  return typeof value === 'string' && isCivilDate(`${value}-01`);
}

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7) as CivilMonth;
}

export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const [year, index] = month.split('-').map(Number) as [number, number];
  const total = year * 12 + index - 1 + months;
  return `${padded(Math.floor(total / 12), 4)}-${padded((total % 12) + 1, 2)}` as CivilMonth;
}

export function datesOfMonth(month: CivilMonth): CivilDate[] {
  const first = `${month}-01` as CivilDate;
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((date) => monthOf(date) === month);
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Not `Intl`, which takes a hundred times as long. */
function words(date: CivilDate): { weekday: string; day: number; month: string; year: number } {
  const at = new Date(toUtc(date));
  return {
    weekday: WEEKDAYS[at.getUTCDay()] ?? '',
    day: at.getUTCDate(),
    month: MONTHS[at.getUTCMonth()] ?? '',
    year: at.getUTCFullYear(),
  };
}

export function shortDate(date: CivilDate): string {
  const { weekday, day, month } = words(date);
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day}`;
}

export function longDate(date: CivilDate): string {
  const { weekday, day, month, year } = words(date);
  return `${weekday}, ${month} ${day}, ${year}`;
}

export function longDateThisYear(date: CivilDate): string {
  const { weekday, day, month } = words(date);
  return `${weekday}, ${month} ${day}`;
}

export function weekdayName(date: CivilDate): string {
  return words(date).weekday;
}

export function monthName(month: CivilMonth): string {
  const { month: name, year } = words(`${month}-01`);
  return `${name} ${year}`;
}
