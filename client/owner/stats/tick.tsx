import type { TickRendererProps } from '@visx/axis';

/** Text at an axis. The library's own measures itself after it is drawn, which a server cannot do. */
export function Tick({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} fontSize={12} fill="currentColor">
      {formattedValue}
    </text>
  );
}
