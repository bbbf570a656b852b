import { useEffect, useRef } from 'react';
import { focusPlaceIfLost, placesOfFocus } from '../../shell/layout/page-focus.ts';

/**
 * Moves the focus to what is left around a button that leaves the page with the command that it sent: its list item or section, else the
 * page's heading. Returns a function to call when the command is sent.
 */
export function useKeepFocus(): () => void {
  const places = useRef<readonly HTMLElement[] | null>(null);
  useEffect(
    () => () => {
      const { current } = places;
      if (current !== null) requestAnimationFrame(() => focusPlaceIfLost(current));
    },
    [],
  );
  return () => {
    places.current = placesOfFocus();
  };
}
