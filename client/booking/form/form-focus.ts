import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { BOOKING_STEPS, type BookingStep } from '#shared/booking-steps.ts';
import { type BookingFailure, fieldErrorList, stepOfFailure } from './failure.ts';

/** As the style sheet's `stepped` has it: one question at a time. */
const STEPPED = '(scripting: enabled) and (width < 64rem)';

export function isStepped(): boolean {
  return matchMedia(STEPPED).matches;
}

interface Options {
  /** The question that the address asks for. */
  readonly asked: BookingStep;
  readonly failure: BookingFailure | null;
  /** Whether a time is chosen that can still be had. */
  readonly hasSlot: boolean;
  /** Whether its questions were all answered before. */
  readonly wasFilledIn: boolean;
  readonly onStep: (step: BookingStep) => void;
}

/**
 * The question that a form begins with: what has to be put right comes first, whatever its address says. A form that was sent
 * before and has lost its time asks for the day.
 */
export function firstToAnswer({ asked, failure, hasSlot, wasFilledIn }: Omit<Options, 'onStep'>): BookingStep {
  const wrong = failure && stepOfFailure(failure);
  // It offers other times, but the chosen one is still open.
  if (hasSlot) return wrong && wrong !== 'day' ? wrong : asked;
  const isLater = BOOKING_STEPS.indexOf(asked) > BOOKING_STEPS.indexOf('day');
  return wrong ?? (isLater && (wasFilledIn || failure) ? 'day' : asked);
}

/** Which question is asked, where they come one by one. The focus goes along. */
export function useStep({ asked, failure, hasSlot, wasFilledIn, onStep }: Options) {
  const [lead, setLead] = useState(() => {
    const to = firstToAnswer({ asked, failure, hasSlot, wasFilledIn });
    return to === asked ? null : { from: asked, to };
  });
  const step = lead?.from === asked ? lead.to : asked;

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

  const goTo = (to: BookingStep) => {
    setLead(null);
    onStep(to);
  };
  return { step, goTo };
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
