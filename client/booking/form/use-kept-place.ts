import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { fieldId } from '../../components/fields/field.tsx';

export interface KeptPlace {
  /** For each control that may be taken away while it has the focus. */
  readonly placeRef: RefCallback<HTMLInputElement>;
  /** Whether the focus is still where it was put when its control went. */
  readonly hasFocus: () => boolean;
}

/**
 * Keeps the place of a visitor who has the focus on a time that is taken away: it goes to what stands there now (`data-place` names
 * the times), or else to the question. Elsewhere it stays. The component that uses this renders whenever the times change.
 */
export function useKeptPlace(): KeptPlace {
  const leaving = useRef<HTMLInputElement | null>(null);
  const place = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const radio = leaving.current;
    leaving.current = null;
    if (!radio || radio.isConnected) return;
    const instead =
      document.querySelector(`[data-place~="${radio.value}"]`) ?? document.getElementById(fieldId('slot'));
    place.current = instead instanceof HTMLElement ? instead : null;
    place.current?.focus({ preventScroll: true });
  });

  const placeRef = useCallback(
    (radio: HTMLInputElement | null) => () => {
      // While it is let go of, it still stands in the page.
      if (radio && radio === document.activeElement) leaving.current = radio;
    },
    [],
  );
  const hasFocus = () => place.current !== null && place.current === document.activeElement;
  return { placeRef, hasFocus };
}
