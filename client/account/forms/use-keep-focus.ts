import { useEffect, useRef } from 'react';
import { focusHeadingIfLost } from '../../shell/layout/page-focus.ts';

/**
 * Moves the focus to the page's heading when a button leaves the page with the command that it sent. Returns a function to call when
 * the command is sent.
 */
export function useKeepFocus(): () => void {
  const wasSent = useRef(false);
  useEffect(
    () => () => {
      if (wasSent.current) requestAnimationFrame(focusHeadingIfLost);
    },
    [],
  );
  return () => {
    wasSent.current = true;
  };
}
