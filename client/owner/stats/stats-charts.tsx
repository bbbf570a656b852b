import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { PatternCircles, PatternLines } from '@visx/pattern';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useId } from 'react';
import { formatCount } from '#shared/format-count.ts';
import type { StatsCell, StatsTable } from '#shared/owner/stats-tables.ts';
import { cellWords, tickWords } from './stats-figure.tsx';

/** The least end of a scale, so that an empty one has whole numbers: $100. */
const EMPTY_CENTS = 10_000;

interface Shown {
  readonly table: StatsTable;
}

/** More columns have only every fifth name. */
const NAMED = 16;
const EVERY = 5;

// On a phone about as many pixels.
const WIDTH = 400;
const HEIGHT = 190;
const LEFT = 62;
const BOTTOM = 24;
const TOP = 8;

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

/** `parts`: the columns that are stacked; a single one may be negative. For the eye only: the table is for screen readers. */
export function TimeChart({ table, parts }: Shown & { readonly parts: readonly number[] }) {
  const { definitions, fills } = useFills();
  const { columns, rows } = table;
  const [period, unit] = [columns[0]?.unit, columns[parts[0] ?? 1]?.unit ?? 'number'];
  const drawn = rows.map((row) => ({
    key: String(row[0]),
    title: titleOf(table, row),
    values: parts.map((part) => numberOf(row[part])),
  }));
  const sums = drawn.map(({ values }) => values.reduce((sum, each) => sum + each, 0));
  const x = scaleBand({ domain: drawn.map(({ key }) => key), range: [LEFT, WIDTH], padding: 0.25 });
  const y = scaleLinear({
    domain: [Math.min(0, ...sums), Math.max(unit === 'cents' ? EMPTY_CENTS : 1, ...sums)],
    range: [HEIGHT - BOTTOM, TOP],
    nice: 4,
  });
  const ticks = y.ticks(4).filter(Number.isInteger);
  const isNamed = (index: number) => period === 'month' || rows.length <= NAMED || index % EVERY === 0;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
        <defs>{definitions}</defs>
        <g className="text-line">
          {ticks.map((value) => (
            <line key={value} x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} stroke="currentColor" />
          ))}
        </g>
        {drawn.map(({ key, title, values }) => (
          <g key={key}>
            {/* Shown as a tooltip. */}
            <title>{title}</title>
            {values.map((value, index) => {
              const before = values.slice(0, index).reduce((sum, each) => sum + each, 0);
              const [from, to] = [y(before), y(before + value)];
              return value === 0 ? null : (
                <Bar
                  key={index}
                  x={x(key)}
                  width={x.bandwidth()}
                  y={Math.min(from, to)}
                  height={Math.abs(from - to)}
                  fill={fills[index]}
                  stroke="currentColor"
                />
              );
            })}
            {/* The whole height shows the numbers, also of an empty bar. */}
            <Bar x={x(key)} width={x.bandwidth()} y={TOP} height={HEIGHT - BOTTOM - TOP} fill="transparent" />
          </g>
        ))}
        <AxisLeft
          scale={y}
          left={LEFT}
          tickValues={ticks}
          tickFormat={(value) => cellWords(Number(value), unit)}
          tickComponent={Tick}
          tickLabelProps={{ dx: -3, dy: 3 }}
          hideAxisLine
          hideTicks
        />
        <AxisBottom
          scale={x}
          top={y(0)}
          numTicks={rows.length}
          tickFormat={(key, index) => (isNamed(index) ? tickWords(key) : '')}
          tickComponent={Tick}
          tickLabelProps={{ dy: 3 }}
          tickTransform={`translate(0 ${HEIGHT - BOTTOM - y(0)})`}
          stroke="currentColor"
          hideTicks
        />
      </svg>
      {parts.length > 1 ? <Legend names={parts.map((part) => columns[part]?.title ?? '')} /> : null}
    </>
  );
}

export function KindsChart({ table: { rows } }: Shown) {
  const x = scaleLinear({ domain: [0, Math.max(1, ...rows.map(([, value]) => numberOf(value)))], range: [0, 100] });
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map(([name, value]) => (
        <li key={name}>
          <span className="flex justify-between gap-x-4">
            <span>{name}</span>
            <span className="font-semibold tabular-nums">{formatCount(numberOf(value))}</span>
          </span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="mt-0.5 block h-2.5 w-full">
            <Bar width={100} y={9} height={1} className="fill-line" />
            <Bar width={x(numberOf(value))} height={10} fill="currentColor" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** The table says the same. */
function Legend({ names }: { readonly names: readonly string[] }) {
  const { definitions, fills } = useFills();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {names.map((name, index) => (
        <li key={name} className="inline-flex items-center gap-2">
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            {index === 0 ? <defs>{definitions}</defs> : null}
            <rect x="1" y="1" width="14" height="14" fill={fills[index]} stroke="currentColor" />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** The library's own measures itself after it is drawn, which a server can't do. */
function Tick({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} fontSize={12} fill="currentColor">
      {formattedValue}
    </text>
  );
}

/** Distinct without color; lines are for closed time. Render `definitions` in the drawing that uses them. */
function useFills() {
  const id = useId();
  const [lines, dots] = [`${id}lines`, `${id}dots`];
  const look = { width: 6, height: 6 };
  const definitions = (
    <>
      <PatternLines id={lines} {...look} stroke="currentColor" strokeWidth={1.5} orientation={['diagonal']} />
      <PatternCircles id={dots} {...look} fill="currentColor" radius={1} />
    </>
  );
  return { definitions, fills: ['currentColor', `url(#${dots})`, `url(#${lines})`, 'transparent'] };
}
