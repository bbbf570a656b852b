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

/** Dashed lines: hidden edges, planned parts, center lines. */
export function Hidden({ d }: { readonly d: string }) {
  return <path d={d} strokeWidth="1" strokeDasharray="7 3 1.5 3" className="text-pencil" />;
}

export function Note({ x, y, children }: { readonly x: number; readonly y: number; readonly children: string }) {
  return (
    <text x={x} y={y} stroke="none" fontSize="15" className="fill-pencil font-heading">
      {children}
    </text>
  );
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

/** A horizontal dimension line. */
export function Across({ from, to, at, reach, text }: MeasureProps) {
  const past = at > reach ? 5 : -5;
  return (
    <g strokeWidth="1" className="text-pencil">
      <path
        d={`M${from} ${at}H${to}M${from} ${reach}V${at + past}M${to} ${reach}V${at + past}${slash(from, at)}${slash(to, at)}`}
      />
      <Measured x={(from + to) / 2} y={at - 5}>
        {text}
      </Measured>
    </g>
  );
}

/** A vertical dimension line. */
export function Upright({ from, to, at, reach, text }: MeasureProps) {
  const past = at > reach ? 5 : -5;
  const middle = (from + to) / 2;
  return (
    <g strokeWidth="1" className="text-pencil">
      <path
        d={`M${at} ${from}V${to}M${reach} ${from}H${at + past}M${reach} ${to}H${at + past}${slash(at, from)}${slash(at, to)}`}
      />
      <g transform={`rotate(-90 ${at} ${middle})`}>
        <Measured x={at} y={middle - 5}>
          {text}
        </Measured>
      </g>
    </g>
  );
}

function slash(x: number, y: number): string {
  return `M${x - 4} ${y + 4}L${x + 4} ${y - 4}`;
}

function Measured({ x, y, children }: { readonly x: number; readonly y: number; readonly children: string }) {
  return (
    <text x={x} y={y} textAnchor="middle" stroke="none" fontSize="15" className="fill-pencil font-heading">
      {children}
    </text>
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
