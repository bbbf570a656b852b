import { PatternCircles, PatternLines } from '@visx/pattern';
import { useId } from 'react';
import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

export interface ChartColumn {
  readonly key: string;
  /** Empty for none. */
  readonly tick: string;
  /** Shown as a tooltip. */
  readonly title: string;
  /** A single one may be negative. */
  readonly parts: readonly number[];
}

interface Parts {
  readonly columns: readonly ChartColumn[];
  readonly words: (value: number) => string;
  /** Empty for a single part. */
  readonly legend: readonly string[];
  /** The least end of the scale, so that empty bars have whole numbers. */
  readonly least: number;
}

// On a phone about as many pixels.
const WIDTH = 400;
const HEIGHT = 190;
const LEFT = 62;
const BOTTOM = 24;
const TOP = 8;

/** For the eye only: the table of the same numbers is for screen readers. */
export function ColumnsChart({ columns, words, legend, least }: Parts) {
  const { definitions, fillOf } = useFills();
  const sums = columns.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const x = scaleBand({ domain: columns.map(({ key }) => key), range: [LEFT, WIDTH], padding: 0.25 });
  const y = scaleLinear({
    domain: [Math.min(0, ...sums), Math.max(least, ...sums)],
    range: [HEIGHT - BOTTOM, TOP],
    nice: 4,
  });
  const ticks = y.ticks(4).filter(Number.isInteger);
  const names = new Map(columns.map(({ key, tick }) => [key, tick]));
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
        <defs>{definitions}</defs>
        <g className="text-line">
          {ticks.map((value) => (
            <line key={value} x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} stroke="currentColor" />
          ))}
        </g>
        {columns.map(({ key, title, parts }) => (
          <g key={key}>
            <title>{title}</title>
            {parts.map((part, index) => {
              const before = parts.slice(0, index).reduce((sum, each) => sum + each, 0);
              const [from, to] = [y(before), y(before + part)];
              return part === 0 ? null : (
                <Bar
                  key={index}
                  x={x(key)}
                  width={x.bandwidth()}
                  y={Math.min(from, to)}
                  height={Math.abs(from - to)}
                  fill={fillOf(index)}
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
          tickFormat={(value) => words(Number(value))}
          tickComponent={Tick}
          tickLabelProps={{ dx: -3, dy: 3 }}
          hideAxisLine
          hideTicks
        />
        <AxisBottom
          scale={x}
          top={y(0)}
          numTicks={columns.length}
          tickFormat={(key) => names.get(key)}
          tickComponent={Tick}
          tickLabelProps={{ dy: 3 }}
          tickTransform={`translate(0 ${HEIGHT - BOTTOM - y(0)})`}
          stroke="currentColor"
          hideTicks
        />
      </svg>
      {legend.length === 0 ? null : <Legend names={legend} />}
    </>
  );
}

/** The table says the same. */
function Legend({ names }: { readonly names: readonly string[] }) {
  const { definitions, fillOf } = useFills();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {names.map((name, index) => (
        <li key={name} className="inline-flex items-center gap-2">
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            {index === 0 ? <defs>{definitions}</defs> : null}
            <rect x="1" y="1" width="14" height="14" fill={fillOf(index)} stroke="currentColor" />
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

const PARTS = 4;

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
  const fills = ['currentColor', `url(#${dots})`, `url(#${lines})`, 'transparent'];
  return { definitions, fillOf: (part: number) => fills[part % PARTS] };
}
