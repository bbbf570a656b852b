/** Cells of the statistics in words. */
import { formatCount } from '#shared/format-count.ts';
import { isCivilDate, isCivilMonth, monthName, shortDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import type { StatsCell, StatsUnit } from '#shared/owner/stats-tables.ts';

export function cellWords(cell: StatsCell, unit: StatsUnit): string {
  if (typeof cell === 'number') return unit === 'cents' ? formatCents(cell) : formatCount(cell);
  if (unit === 'date' && isCivilDate(cell)) return shortDate(cell);
  return unit === 'month' && isCivilMonth(cell) ? monthName(cell) : cell;
}

/** A date or a month below a narrow bar: `9`, `Mar`. */
export function tickWords(period: string): string {
  if (isCivilDate(period)) return String(Number(period.slice(-2)));
  return isCivilMonth(period) ? monthName(period).slice(0, 3) : period;
}
