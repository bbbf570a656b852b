import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { formatCount } from '#shared/format-count.ts';
import type { StatsCell, StatsTable } from '#shared/owner/stats-tables.ts';
import { cellWords, tickWords } from './stats-figure.tsx';
import { type ChartColumn, ColumnsChart } from './columns-chart.tsx';

/** $100, so that an empty scale has whole numbers. */
const EMPTY_CENTS = 10_000;

interface Shown {
  readonly table: StatsTable;
}

/** More columns have only every fifth name. */
const NAMED = 16;
const EVERY = 5;

function numberOf(cell: StatsCell | undefined): number {
  return typeof cell === 'number' ? cell : 0;
}

/** `Mar 9: Paid $299, Refunded $0, Net $299` */
function titleOf({ columns }: StatsTable, row: readonly StatsCell[]): string {
  const [first, ...rest] = columns.map(({ title, unit }, index) => ({
    title,
    words: cellWords(row[index] ?? '', unit),
  }));
  return `${first?.words ?? ''}: ${rest.map(({ title, words }) => `${title} ${words}`).join(', ')}`;
}

export function TimeChart({ table, parts }: Shown & { readonly parts: readonly number[] }) {
  const { columns, rows } = table;
  const [period, unit] = [columns[0]?.unit, columns[parts[0] ?? 1]?.unit ?? 'number'];
  const drawn = rows.map((row, index): ChartColumn => {
    const key = String(row[0]);
    const isNamed = period === 'month' || rows.length <= NAMED || index % EVERY === 0;
    return {
      key,
      tick: isNamed ? tickWords(key) : '',
      title: titleOf(table, row),
      parts: parts.map((part) => numberOf(row[part])),
    };
  });
  const legend = parts.length > 1 ? parts.map((part) => columns[part]?.title ?? '') : [];
  const least = unit === 'cents' ? EMPTY_CENTS : 1;
  return <ColumnsChart columns={drawn} words={(value) => cellWords(value, unit)} legend={legend} least={least} />;
}

export function KindsChart({ table: { rows } }: Shown) {
  return <RowsChart rows={rows.map(([name, value]) => ({ name: String(name), value: numberOf(value) }))} />;
}

function RowsChart({ rows }: { readonly rows: readonly { readonly name: string; readonly value: number }[] }) {
  const x = scaleLinear({ domain: [0, Math.max(1, ...rows.map(({ value }) => value))], range: [0, 100] });
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map(({ name, value }) => (
        <li key={name}>
          <span className="flex justify-between gap-x-4">
            <span>{name}</span>
            <span className="font-semibold tabular-nums">{formatCount(value)}</span>
          </span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="mt-0.5 block h-2.5 w-full">
            <Bar width={100} y={9} height={1} className="fill-line" />
            <Bar width={x(value)} height={10} fill="currentColor" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
