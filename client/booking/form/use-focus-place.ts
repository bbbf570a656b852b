import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { fieldId } from '../../components/fields/field.tsx';

export interface FocusPlace {
  /** For each control that can be removed while it has the focus. */
  readonly placeRef: RefCallback<HTMLInputElement>;
  /** Whether the focus is still where this hook put it when the control was removed. */
  readonly hasFocus: () => boolean;
}

/**
 * Keeps the keyboard focus in place when the focused slot is removed: focuses the element in its place (`data-place` contains the slot's
 * value), else the question. The component that uses this hook has to render whenever the slots change.
 */
export function useFocusPlace(): FocusPlace {
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
      // React detaches refs before it removes the element.
      if (radio && radio === document.activeElement) leaving.current = radio;
    },
    [],
  );
  const hasFocus = () => place.current !== null && place.current === document.activeElement;
  return { placeRef, hasFocus };
}
