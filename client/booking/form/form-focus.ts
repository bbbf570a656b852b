import { useEffect, useEffectEvent, useRef } from 'react';
import type { BookingStep } from '#shared/booking/booking-steps.ts';
import { type BookingFailure, fieldErrorList, stepOfFailure } from './state/failure.ts';

/** The form shows one question at a time (the style sheet's `stepped`). */
const STEPPED = '(scripting: enabled) and (width < 64rem)';

export function isStepped(): boolean {
  return matchMedia(STEPPED).matches;
}

export function useStepFocus(step: BookingStep, failure: BookingFailure | null): void {
  const shown = useRef(step);
  const arrive = useEffectEvent((at: BookingStep) => {
    if (!isStepped()) return;
    if (failure && stepOfFailure(failure) === at) focusFailure(failure);
    else focusInView(document.querySelector(`[data-step-of="${at}"] fieldset`));
  });
  useEffect(() => {
    if (shown.current !== step) arrive(step);
    shown.current = step;
  }, [step]);
}

/** The first wrong field, or the message if it concerns no field. */
export function focusFailure(failure: BookingFailure): void {
  const first = fieldErrorList(failure)[0];
  focusInView(document.getElementById(first ? `field-${first.name}` : 'booking-failure'));
}

function focusInView(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.focus({ preventScroll: true });
  // A question can be taller than the window: its message is at its top, a text field's above and below it.
  if (element instanceof HTMLFieldSetElement) (element.closest('[data-step-of]') ?? element).scrollIntoView();
  else element.scrollIntoView({ block: 'center' });
}
