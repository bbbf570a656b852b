/** Line drawings repeat the words beside them, so screen readers skip them. */
import type { ReactNode } from 'react';

interface DrawingProps {
  readonly width: number;
  readonly height: number;
  readonly className?: string;
  /** In a box of another aspect ratio. */
  readonly preserveAspectRatio?: string;
  readonly children: ReactNode;
}

export type DrawingLook = Pick<DrawingProps, 'className'>;

export function Drawing({ width, height, className = '', children, ...rest }: DrawingProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`block text-ink ${className}`}
      {...rest}
    >
      {children}
    </svg>
  );
}

/** For hidden edges, planned parts and center lines. */
export function DashedLine({ d }: { readonly d: string }) {
  return <path d={d} strokeWidth="1" strokeDasharray="7 3 1.5 3" className="text-pencil" />;
}

interface NoteProps {
  readonly x: number;
  readonly y: number;
  readonly textAnchor?: 'middle';
  readonly children: string;
}

export function Note(note: NoteProps) {
  return <text {...note} stroke="none" fontSize="15" className="fill-pencil font-heading" />;
}

interface MeasureProps {
  readonly from: number;
  readonly to: number;
  /** Y of a horizontal line, x of a vertical one. */
  readonly at: number;
  /** The edge of the measured object, from which the extension lines start. */
  readonly reach: number;
  readonly text: string;
}

export function HorizontalDimension({
  from,
  to,
  at,
  reach,
  text,
  tilt = 4,
}: MeasureProps & { readonly tilt?: number }) {
  const end = at + (at > reach ? 5 : -5);
  const slash = (x: number) => `M${x - 4} ${at + tilt}L${x + 4} ${at - tilt}`;
  return (
    <g strokeWidth="1" className="text-pencil">
      <path d={`M${from} ${at}H${to}M${from} ${reach}V${end}M${to} ${reach}V${end}${slash(from)}${slash(to)}`} />
      <Note x={(from + to) / 2} y={at - 5} textAnchor="middle">
        {text}
      </Note>
    </g>
  );
}

export function VerticalDimension({ from, to, ...measure }: MeasureProps) {
  return (
    <g transform="rotate(-90)">
      <HorizontalDimension from={-to} to={-from} {...measure} tilt={-4} />
    </g>
  );
}

/** For the ground, a ceiling or a counter in section. */
export function Ground({ from, to, y, down = true }: { from: number; to: number; y: number; down?: boolean }) {
  const strokes = Array.from({ length: Math.floor((to - from) / 10) }, (_, index) => from + 8 + index * 10);
  return (
    <>
      <path d={`M${from} ${y}H${to}`} />
      <path
        d={strokes.map((x) => `M${x} ${y}${down ? 'l-6 7' : 'l6 -7'}`).join('')}
        strokeWidth="1"
        className="text-edge"
      />
    </>
  );
}
