import { formatCount } from '#shared/format-count.ts';
import { isCivilDate, isCivilMonth, monthName, shortDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import {
  type StatsCell,
  type StatsTable,
  type StatsTableName,
  type StatsUnit,
  statsTablePath,
} from '#shared/owner/stats-tables.ts';
import { type ReactNode, useId } from 'react';
import type { StatsQuery } from '#shared/owner/stats.ts';
import { Sign, textLinkClass } from '../../components/page.tsx';
import { Table } from '../../components/table.tsx';

interface Parts {
  readonly name: StatsTableName;
  readonly table: StatsTable;
  readonly query: StatsQuery;
  readonly note?: string | undefined;
  /** Without one, the table is in view. */
  readonly children?: ReactNode;
}

export function StatsFigure({ name, table, query, note, children }: Parts) {
  const id = useId();
  const shown = (
    <Table<StatsTable['rows'][number]>
      caption={table.title}
      hidesCaption
      columns={table.columns.map(({ title, unit }, index) => ({
        title,
        isNumeric: unit === 'number' || unit === 'cents',
        cell: (row) => cellWords(row[index] ?? '', unit),
      }))}
      rows={table.rows}
      keyOf={(row) => row.join(' ')}
    />
  );
  return (
    <figure aria-labelledby={id} className="mb-10 max-w-2xl">
      <h3 id={id} className="text-xl">
        {table.title}
      </h3>
      {note === undefined ? null : <p className="max-w-prose text-sm text-pencil">{note}</p>}
      <div className="mt-3">{children ?? shown}</div>
      <div className="relative mt-2">
        {children === undefined ? null : (
          <details className="group">
            <summary
              className={`inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 pr-4 [&::-webkit-details-marker]:hidden ${textLinkClass}`}
            >
              Show as a table
              <Sign name="down" className="group-open:rotate-180" />
            </summary>
            {shown}
          </details>
        )}
        <a
          href={statsTablePath(name, query)}
          download
          className={`inline-flex min-h-11 items-center ${textLinkClass} ${children === undefined ? '' : 'absolute top-0 right-0'}`}
        >
          Download CSV<span className="sr-only">{` of “${table.title}”`}</span>
        </a>
      </div>
    </figure>
  );
}

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
