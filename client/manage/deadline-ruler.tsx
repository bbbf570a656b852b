import { useId } from 'react';
import { type CivilDate, daysBetween, shortDate } from '#shared/civil-date.ts';

interface Parts {
  readonly today: CivilDate;
  readonly visit: CivilDate;
  /** The last date of free changes; null when there is none. */
  readonly freeThrough: CivilDate | null;
}

/** More days than this are marked by the week. */
const MOST_MARKS = 31;

const percent = (part: number) => `${part * 100}%`;

/**
 * From today to the visit, a cell a day: as long as changes are free, from then on, and the visit itself. The words beside it
 * say it too.
 */
export function DeadlineRuler({ today, visit, freeThrough }: Parts) {
  const hatch = useId();
  const cells = daysBetween(today, visit) + 1;
  if (cells < 2) return null;
  const free = freeThrough === null ? 0 : Math.max(0, daysBetween(today, freeThrough) + 1);
  const step = cells > MOST_MARKS ? 7 : 1;
  const marks = Array.from({ length: Math.floor(cells / step) + 1 }, (_, index) => (index * step) / cells);
  const deadline = free / cells;
  const isPastHalf = deadline > 0.5;
  const labelGap = free === 0 ? 0 : isPastHalf ? -6 : 6;
  return (
    <svg
      width="100%"
      height="4.25rem"
      overflow="visible"
      stroke="currentColor"
      fill="none"
      aria-hidden="true"
      className="block text-ink"
    >
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="3" x2="3" y2="6" className="stroke-edge forced-colors:stroke-[GrayText]" />
      </pattern>
      <text
        x={free === 0 ? 0 : percent(deadline)}
        dx={labelGap}
        y="1rem"
        textAnchor={isPastHalf ? 'end' : 'start'}
        stroke="none"
        className="fill-ink text-[0.8125rem] font-semibold tabular-nums"
      >
        {free === 0 || freeThrough === null ? 'no more free changes' : `free through ${shortDate(freeThrough)}`}
      </text>
      {free > 0 ? (
        <>
          <line x1={percent(deadline)} x2={percent(deadline)} y1="0.25rem" y2="1.5rem" />
          <rect
            x="0"
            y="1.5rem"
            width={percent(deadline)}
            height="0.875rem"
            strokeWidth="1.5"
            className="fill-sheet stroke-accent"
          />
        </>
      ) : null}
      <rect
        x={percent(deadline)}
        y="1.5rem"
        width={percent((cells - 1 - free) / cells)}
        height="0.875rem"
        strokeWidth="1.5"
        fill={`url(#${hatch})`}
        className="stroke-edge forced-colors:stroke-[GrayText]"
      />
      <rect
        x={percent((cells - 1) / cells)}
        y="1.5rem"
        width={percent(1 / cells)}
        height="0.875rem"
        strokeWidth="1.5"
        className="fill-ink stroke-ink"
      />
      <line x1="0" x2="100%" y1="2.625rem" y2="2.625rem" className="text-pencil" />
      {marks.map((at) => (
        <line key={at} x1={percent(at)} x2={percent(at)} y1="2.625rem" y2="2.875rem" className="text-pencil" />
      ))}
      <text x="0" y="4rem" stroke="none" className="fill-pencil text-[0.8125rem]">
        today
      </text>
      <text x="100%" y="4rem" textAnchor="end" stroke="none" className="fill-pencil text-[0.8125rem] tabular-nums">
        visit {shortDate(visit)}
      </text>
    </svg>
  );
}
