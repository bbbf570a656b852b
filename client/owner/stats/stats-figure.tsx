import { type ReactNode, useId } from 'react';
import type { StatsQuery } from '#shared/owner/stats.ts';
import { type StatsTable, type StatsTableName, statsTablePath } from '#shared/owner/stats-tables.ts';
import { Sign } from '../../components/sign.tsx';
import { Table } from '../../components/table.tsx';
import { textLinkClass } from '../../components/text-link.tsx';
import { cellWords } from './cells.ts';

interface Parts {
  readonly name: StatsTableName;
  readonly table: StatsTable;
  readonly query: StatsQuery;
  /** A sentence below the title. */
  readonly note?: string;
  /** The chart; without one, the table is in view. */
  readonly children?: ReactNode;
}

/** A chart with its table and a link to download it. */
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
