/** Reducer for the booking form. Hooks do calls, storage and focus. */
import { type Availability, type Slot, isOpen } from '#shared/booking/availability.ts';
import { type BookingFormValues, parseSlot, slotFor } from '#shared/booking/booking-form.ts';
import { BOOKING_STEPS, type BookingStep, LAST_STEP, stepBeside } from '#shared/booking/booking-steps.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import {
  type SessionType,
  isSessionType,
  sessionTypeOf,
  ALL_SESSION_TYPES,
  claimsOf,
} from '#shared/booking/session-type.ts';
import { visitorPaidFor } from '../../picker/own-time.ts';
import { type ChoiceEvent, type ChoiceState, type LostFailure, initialChoice, reduceChoice } from './choice-state.ts';
import { type BookingFailure, failedSteps, stepOfFailure, withoutField } from './failure.ts';
import { openSlot } from './initial-form.ts';

export interface FormBeginning {
  readonly availability: Availability;
  readonly initial: BookingFormValues;
  readonly initialMonth: CivilMonth | null;
  readonly initialFailure: BookingFailure | null;
  /** All questions were answered before. */
  readonly wasFilledIn: boolean;
  /** The question named by the URL. */
  readonly step: BookingStep;
}

export interface FormState extends ChoiceState {
  readonly service: SessionType;
  readonly month: CivilMonth | null;
  /** For the summary. */
  readonly answers: BookingFormValues;
  /** At most one question is unanswered: then each question leads on to the last one. */
  readonly isComplete: boolean;
  /** The question shown instead of the one that the URL named when the page was opened. */
  readonly lead: { readonly from: BookingStep; readonly to: BookingStep } | null;
}

export type FormEvent =
  | ChoiceEvent
  /** Values since a draft was filled in, and the draft if it may set the slot. */
  | {
      readonly type: 'restored';
      readonly answers: BookingFormValues;
      readonly draft: BookingFormValues | null;
    }
  | { readonly type: 'serviceChosen'; readonly service: SessionType; readonly availability: Availability }
  | { readonly type: 'monthChosen'; readonly month: CivilMonth | null }
  | { readonly type: 'typed'; readonly name: string; readonly answers: BookingFormValues }
  | { readonly type: 'checked'; readonly failure: BookingFailure | null }
  | { readonly type: 'wentToStep' };

export function begunForm(beginning: FormBeginning): FormState {
  const { availability, initial, initialMonth, initialFailure, wasFilledIn, step } = beginning;
  const service = isSessionType(initial.service) ? initial.service : ALL_SESSION_TYPES[0];
  const state: FormState = {
    ...initialChoice(parseSlot(initial.slot), initialFailure),
    service,
    month: initialMonth,
    answers: initial,
    isComplete: wasFilledIn,
    lead: null,
  };
  const hasSlot = shownSlot(state, availability) !== null;
  const to = firstToAnswer({ asked: step, failure: initialFailure, hasSlot, wasFilledIn });
  return to === step ? state : { ...state, lead: { from: step, to } };
}

export function reduceForm(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'restored': {
      const { answers, draft } = event;
      if (!draft || !isSessionType(draft.service)) return { ...state, answers };
      return { ...state, answers, service: draft.service, slot: parseSlot(draft.slot) };
    }
    case 'serviceChosen': {
      const { service, availability } = event;
      const date = shownSlot(state, availability)?.date;
      const day = availability.days.find((other) => other.date === date);
      const claim = claimsOf(service)[0]!;
      return { ...state, service, slot: day && isOpen(day, claim) ? { date: day.date, claim } : null };
    }
    case 'slotChosen':
      return { ...reduceChoice(state, event, lostFailure), service: sessionTypeOf(event.slot.claim) };
    case 'monthChosen':
      return { ...state, month: event.month };
    case 'typed':
      return { ...state, answers: event.answers, failure: withoutField(state.failure, event.name) };
    case 'checked':
      return { ...state, failure: event.failure, refusals: state.refusals + (event.failure ? 1 : 0) };
    case 'wentToStep':
      return { ...state, lead: null };
    case 'refused': {
      const refused = reduceChoice(state, event, lostFailure);
      return { ...refused, isComplete: failedSteps(refused.failure ?? event.failure).size <= 1 };
    }
    default:
      return reduceChoice(state, event, lostFailure);
  }
}

/** The banner reports on a slot that the visitor has paid for. */
const lostFailure: LostFailure = (failure, lost, { hold }) => (visitorPaidFor(hold, lost) ? null : failure);

/** If it is open. */
export function shownSlot(
  { service, slot }: Pick<FormState, 'service' | 'slot'>,
  availability: Availability,
): Slot | null {
  return slotFor(service, openSlot(availability, slot));
}

export function stepOf({ lead }: Pick<FormState, 'lead'>, asked: BookingStep): BookingStep {
  return lead?.from === asked ? lead.to : asked;
}

export function stepAfter({ isComplete }: Pick<FormState, 'isComplete'>, step: BookingStep): BookingStep | null {
  return isComplete && step !== LAST_STEP ? LAST_STEP : stepBeside(step, 1);
}

interface FirstStepInput {
  readonly asked: BookingStep;
  readonly failure: BookingFailure | null;
  readonly hasSlot: boolean;
  readonly wasFilledIn: boolean;
}

/**
 * The first question with an error, even if the URL names another one. A filled-in form that lost its slot begins with the day.
 */
export function firstToAnswer({ asked, failure, hasSlot, wasFilledIn }: FirstStepInput): BookingStep {
  const wrong = failure && stepOfFailure(failure);
  // The failure offers other times, but the chosen one is still open.
  if (hasSlot) return wrong && wrong !== 'day' ? wrong : asked;
  const isLater = BOOKING_STEPS.indexOf(asked) > BOOKING_STEPS.indexOf('day');
  return wrong ?? (isLater && (wasFilledIn || failure) ? 'day' : asked);
}
