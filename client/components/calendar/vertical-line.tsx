import type { CSSProperties } from 'react';

/** Moves a part of a drawing down by this many rem. WebKit doesn't read `rem` in attributes of SVG, so lengths are CSS here. */
export function down(rem: number): CSSProperties {
  return { transform: `translateY(${rem}rem)` };
}

interface Place {
  readonly x: string;
  /** In rem, as the height. */
  readonly top: number;
  readonly height: number;
  readonly className?: string;
}

/** A line of one pixel. It is a `rect` because the ends of a `line` can't be set in CSS. */
export function VerticalLine({ x, top, height, className = '' }: Place) {
  return (
    <g style={down(top)} className={className}>
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
