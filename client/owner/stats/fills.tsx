import { PatternCircles, PatternLines } from '@visx/pattern';
import { useId } from 'react';

/** How many parts a bar may have. */
const PARTS = 4;

/**
 * Fills that differ without color: solid, dots, lines, empty; lines are for closed time, as in the schedule. `definitions` belongs into the drawing that uses them.
 */
export function useFills() {
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
