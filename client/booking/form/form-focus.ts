import { useEffect, useEffectEvent, useRef } from 'react';
import type { BookingStep } from '#shared/booking-steps.ts';
import { type BookingFailure, fieldErrorList, stepOfFailure } from './failure.ts';

/** As the style sheet's `stepped` has it: one question at a time. */
const STEPPED = '(scripting: enabled) and (width < 64rem)';

export function isStepped(): boolean {
  return matchMedia(STEPPED).matches;
}

/** Takes the focus to a question that comes up, where they come one by one. */
export function useStepFocus(step: BookingStep, failure: BookingFailure | null): void {
  const shown = useRef(step);
  const arrive = useEffectEvent((at: BookingStep) => {
    if (!isStepped()) return;
    if (failure && stepOfFailure(failure) === at) focusFailure(failure);
    else bringUp(document.querySelector(`[data-step-of="${at}"] fieldset`));
  });
  useEffect(() => {
    if (shown.current !== step) arrive(step);
    shown.current = step;
  }, [step]);
}

/** Takes the focus to what is wrong: the first field, or the message that is about none. */
export function focusFailure(failure: BookingFailure): void {
  const first = fieldErrorList(failure)[0];
  bringUp(document.getElementById(first ? `field-${first.name}` : 'booking-failure'));
}

function bringUp(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.focus({ preventScroll: true });
  // A question may be taller than the window: its message stands at its top, a text field's above and below it.
  if (element instanceof HTMLFieldSetElement) (element.closest('[data-step-of]') ?? element).scrollIntoView();
  else element.scrollIntoView({ block: 'center' });
}
