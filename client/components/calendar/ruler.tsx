import { type CSSProperties, type ReactNode, useId } from 'react';
import { type Claim, type Hours, OPENING_HOURS, hoursOf } from '#shared/booking/session-type.ts';

/** `length` is drawn as a dimension line. The other kinds are parts of one day. */
export type RulerState = 'length' | 'open' | 'chosen' | 'taken';

export interface RulerSegment {
  readonly hours: Hours;
  readonly state: RulerState;
  /** Such as `Morning, open`, above the segment. Empty for none. */
  readonly label: string;
}

interface RulerProps {
  /** The first row is at the top. */
  readonly rows: readonly (readonly RulerSegment[])[];
  /** Text alternative. Null if the text beside the figure says the same. */
  readonly text: string | null;
  readonly marks?: 'hours' | 'ends' | 'none';
  readonly className?: string;
}

/** In rem. */
const LABEL = 1.5;
const BAR = 0.875;
const GAP = 0.375;
const TICK = { hour: 0.5, half: 0.25 } as const;
const MARK = 1.125;

const { start: FIRST, end: LAST } = OPENING_HOURS;
const NOON = 12;
const HOURS = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);

const xOf = (hour: number) => `${((hour - FIRST) / (LAST - FIRST)) * 100}%`;
const widthOf = ({ start, end }: Hours) => `${((end - start) / (LAST - FIRST)) * 100}%`;

/** For a grid with the classes `grid-cols-(--hours)`: one column for each hour. */
export const HOUR_COLUMNS = { '--hours': `repeat(${LAST - FIRST}, minmax(0, 1fr))` } as CSSProperties;

/** For a part of that grid with the class `col-(--columns)`. */
export function claimColumns(claim: Claim): CSSProperties {
  const { start, end } = hoursOf(claim);
  return { '--columns': `${start - FIRST + 1} / ${end - FIRST + 1}` } as CSSProperties;
}

/** Blue where the visitor can act. With forced colors, fill and outline make the difference. */
const LOOKS: Readonly<Record<Exclude<RulerState, 'length'>, string>> = {
  open: 'fill-sheet stroke-accent',
  chosen: 'fill-accent stroke-accent forced-colors:fill-[Highlight] forced-colors:stroke-[Highlight]',
  taken: 'stroke-edge forced-colors:stroke-[GrayText]',
};

function heightOf(row: readonly RulerSegment[]): number {
  return (row.some(({ label }) => label !== '') ? LABEL : GAP) + BAR;
}

function markText(hour: number, marks: 'hours' | 'ends'): string {
  const clock = String(hour > NOON ? hour - NOON : hour);
  if (hour === NOON) return 'noon';
  if (marks === 'hours') return clock;
  return `${clock} ${hour < NOON ? 'am' : 'pm'}`;
}

function anchorOf(hour: number, marks: 'hours' | 'ends'): 'start' | 'middle' | 'end' {
  if (marks === 'hours' || (hour !== FIRST && hour !== LAST)) return 'middle';
  return hour === FIRST ? 'start' : 'end';
}

/** Some hours stay labeled on a narrow ruler, for example with enlarged text. */
function markLook(hour: number): string {
  if (hour === FIRST || hour === LAST) return '';
  return hour === NOON ? '@max-[9rem]:hidden' : '@max-[17rem]:hidden';
}

/** Fills the available width; letters and lines keep their size. Where labels would overlap, shows the sentence instead. */
export function Ruler({ rows, text, marks = 'hours', className = '' }: RulerProps) {
  const hatch = useId();
  const tops = rows.map((_, index) => rows.slice(0, index).reduce((sum, row) => sum + heightOf(row) + GAP, 0));
  // Y of the scale, in rem.
  const edge = rows.reduce((sum, row) => sum + heightOf(row) + GAP, 0);
  const height = edge + TICK.hour + (marks === 'none' ? 0 : MARK);
  return (
    <span className={`relative @container block text-ink ${className}`}>
      <svg
        style={{ height: `${height}rem` }}
        overflow="visible"
        stroke="currentColor"
        fill="none"
        className="block w-full"
        {...(text === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text })}
      >
        {rows.flat().some(({ state }) => state === 'taken') ? (
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="3" x2="3" y2="6" className="stroke-edge forced-colors:stroke-[GrayText]" />
          </pattern>
        ) : null}
        {rows.map((row, index) => {
          const top = (tops[index] ?? 0) + heightOf(row) - BAR;
          return row.map((segment) => (
            <Segment
              key={`${index} ${segment.hours.start}`}
              {...segment}
              isAlone={row.length === 1}
              top={top}
              edge={edge}
              hatch={hatch}
            />
          ));
        })}
        {marks === 'none'
          ? null
          : (marks === 'hours' ? HOURS : [FIRST, NOON, LAST]).map((hour) => (
              <Letters
                key={hour}
                x={xOf(hour)}
                top={height - 0.125}
                anchor={anchorOf(hour, marks)}
                isQuiet
                className={markLook(hour)}
              >
                {markText(hour, marks)}
              </Letters>
            ))}
      </svg>
      <Scale edge={edge} />
      {text !== null && rows.some(({ length }) => length > 1) ? (
        <span aria-hidden="true" className="hidden text-sm @max-[17rem]:block">
          {text}
        </span>
      ) : null}
    </span>
  );
}

interface Placed extends RulerSegment {
  /** In a row of its own, so that its label has all the width. */
  readonly isAlone: boolean;
  readonly top: number;
  readonly edge: number;
  readonly hatch: string;
}

function Segment({ hours, state, label, isAlone, top, edge, hatch }: Placed) {
  const middle = xOf((hours.start + hours.end) / 2);
  return (
    <>
      {label === '' ? null : (
        <Letters
          x={middle}
          top={top - 0.375}
          anchor="middle"
          isQuiet={state === 'taken'}
          className={isAlone ? '' : '@max-[17rem]:hidden'}
        >
          {label}
        </Letters>
      )}
      {state === 'length' ? (
        <Dimension hours={hours} top={top} edge={edge} />
      ) : (
        <rect
          x={xOf(hours.start)}
          width={widthOf(hours)}
          style={{ height: `${BAR}rem`, ...translateDown(top) }}
          strokeWidth="1.5"
          className={LOOKS[state]}
          {...(state === 'taken' && { fill: `url(#${hatch})` })}
        />
      )}
    </>
  );
}

function Dimension({ hours, top, edge }: { readonly hours: Hours; readonly top: number; readonly edge: number }) {
  return (
    <>
      {[hours.start, hours.end].map((hour) => (
        <VerticalLine key={hour} x={xOf(hour)} top={top} height={edge - top} className="text-edge" />
      ))}
      <g style={translateDown(top + BAR / 2)}>
        <line x1={xOf(hours.start)} x2={xOf(hours.end)} strokeWidth="1.5" />
        {[hours.start, hours.end].map((hour) => (
          <svg key={hour} aria-hidden="true" x={xOf(hour)} overflow="visible" strokeWidth="2">
            <path d="M-5 5 5-5" />
          </svg>
        ))}
      </g>
    </>
  );
}

/** Units: hours from the left, rem from the top. As wide as the ruler; lines keep their thickness. */
const TICKS = Array.from({ length: 2 * (LAST - FIRST) + 1 }, (_, index) => {
  return `M${index / 2} 0V${index % 2 === 0 ? TICK.hour : TICK.half}`;
}).join('');

/** A tick each hour and a shorter one each half hour. */
function Scale({ edge }: { readonly edge: number }) {
  return (
    <svg
      aria-hidden="true"
      style={{ top: `${edge}rem`, height: `${TICK.hour}rem` }}
      viewBox={`0 0 ${LAST - FIRST} ${TICK.hour}`}
      preserveAspectRatio="none"
      overflow="visible"
      stroke="currentColor"
      fill="none"
      className="absolute left-0 w-full text-pencil"
    >
      <path d={`M0 0H${LAST - FIRST}${TICKS}`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface LettersProps {
  readonly x: string;
  /** The letters' baseline, in rem from the top. */
  readonly top: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isQuiet: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

function Letters({ x, top, anchor, isQuiet, className, children }: LettersProps) {
  const colour = isQuiet ? 'fill-pencil' : 'fill-ink font-semibold';
  return (
    <text
      x={x}
      style={translateDown(top)}
      textAnchor={anchor}
      stroke="none"
      className={`text-[0.8125rem] tabular-nums ${colour} ${className}`}
    >
      {children}
    </text>
  );
}

/** In CSS, because WebKit ignores `rem` in SVG attributes. */
export function translateDown(rem: number): CSSProperties {
  return { transform: `translateY(${rem}rem)` };
}

interface Place {
  readonly x: string;
  /** In rem, like `height`. */
  readonly top: number;
  readonly height: number;
  readonly className?: string;
}

/** A `rect`, because the ends of a `line` can't be set in CSS. */
export function VerticalLine({ x, top, height, className = '' }: Place) {
  return (
    <g style={translateDown(top)} className={className}>
      <rect
        x={x}
        width="1"
        transform="translate(-0.5 0)"
        fill="currentColor"
        stroke="none"
        style={{ height: `${height}rem` }}
      />
    </g>
  );
}
