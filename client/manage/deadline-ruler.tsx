import { useId } from 'react';
import { VerticalLine, translateDown } from '../components/calendar/ruler.tsx';
import { type CivilDate, daysBetween, shortDate } from '#shared/civil-date.ts';

interface Parts {
  readonly today: CivilDate;
  readonly visit: CivilDate;
  readonly freeThrough: CivilDate | null;
}

/** Above this number of days the ruler marks weeks. */
const MOST_MARKS = 31;

const percent = (part: number) => `${part * 100}%`;

/** The days from today to the visit. Repeats the words beside it. */
export function DeadlineRuler({ today, visit, freeThrough }: Parts) {
  const hatch = useId();
  const cells = daysBetween(today, visit) + 1;
  if (cells < 2) return null;
  const free = freeThrough === null ? 0 : Math.max(0, daysBetween(today, freeThrough) + 1);
  const step = cells > MOST_MARKS ? 7 : 1;
  const marks = Array.from({ length: Math.floor(cells / step) + 1 }, (_, index) => (index * step) / cells);
  const deadline = free / cells;
  const isPastHalf = deadline > 0.5;
  return (
    <span aria-hidden="true" className="block text-[0.8125rem] leading-6 text-ink tabular-nums">
      {free === 0 || freeThrough === null ? (
        <span className="block font-semibold">no more free changes</span>
      ) : (
        // The label is at its day, or at the edge where it is too long for that.
        <span className={`flex font-semibold ${isPastHalf ? 'flex-row-reverse' : ''}`}>
          <span className="shrink-1000" style={{ flexBasis: percent(isPastHalf ? 1 - deadline : deadline) }} />
          <span className={isPastHalf ? 'pr-1.5' : 'pl-1.5'}>{`free through ${shortDate(freeThrough)}`}</span>
        </span>
      )}
      <svg overflow="visible" stroke="currentColor" fill="none" className="block h-5.5 w-full">
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="3" x2="3" y2="6" className="stroke-edge forced-colors:stroke-[GrayText]" />
        </pattern>
        {free > 0 ? (
          <>
            <VerticalLine x={percent(deadline)} top={-0.25} height={0.25} />
            <rect x="0" width={percent(deadline)} strokeWidth="1.5" className="h-3.5 fill-sheet stroke-accent" />
          </>
        ) : null}
        <rect
          x={percent(deadline)}
          width={percent((cells - 1 - free) / cells)}
          strokeWidth="1.5"
          fill={`url(#${hatch})`}
          className="h-3.5 stroke-edge forced-colors:stroke-[GrayText]"
        />
        <rect
          x={percent((cells - 1) / cells)}
          width={percent(1 / cells)}
          strokeWidth="1.5"
          className="h-3.5 fill-ink stroke-ink"
        />
        <g className="text-pencil">
          <line x1="0" x2="100%" style={translateDown(1.125)} />
          {marks.map((at) => (
            <VerticalLine key={at} x={percent(at)} top={1.125} height={0.25} />
          ))}
        </g>
      </svg>
      <span className="flex flex-wrap justify-between gap-x-4 text-pencil">
        <span>today</span>
        <span>{`visit ${shortDate(visit)}`}</span>
      </span>
    </span>
  );
}
