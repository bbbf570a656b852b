import type { CSSProperties } from 'react';

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
