/** Reducer for the choice of a slot in the booking and the move form. Hooks do calls, storage and focus. */
import type { Availability, Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import type { Wording } from '../../../wording/wording.ts';
import { visitorHolds } from '../../picker/own-time.ts';
import { type BookingFailure, failureOfSlot, keepLostSlot, withoutField } from './failure.ts';

export interface Refetched {
  readonly availability: Availability;
  readonly hold: CurrentHold | null;
}

export interface ChoiceState {
  /** Shown as chosen only while it is open. */
  readonly slot: Slot | null;
  readonly failure: BookingFailure | null;
  /** Number of failures that moved the focus. */
  readonly refusals: number;
  /** Counts checks with the server whether a chosen slot is gone; older results are ignored. */
  readonly checks: number;
  readonly lost: Slot | null;
}

export type ChoiceEvent =
  | { readonly type: 'slotChosen'; readonly slot: Slot }
  | { readonly type: 'checkStarted' }
  | CheckEnded
  | { readonly type: 'held'; readonly hold: CurrentHold | null }
  | { readonly type: 'refused'; readonly failure: BookingFailure }
  | { readonly type: 'failureCleared' };

interface CheckEnded {
  readonly type: 'checkEnded';
  readonly check: number;
  readonly slot: Slot | null;
  /** If the slot is gone. */
  readonly wording: Wording;
  readonly fresh: Refetched;
  /** When it was removed. */
  readonly hadFocus: boolean;
}

/** Null if the page shows it elsewhere, or the visitor has booked the slot. */
export type LostFailure = (failure: BookingFailure, lost: Slot, fresh: Refetched) => BookingFailure | null;

export const initialChoice = (slot: Slot | null, failure: BookingFailure | null): ChoiceState => ({
  slot,
  failure,
  refusals: 0,
  checks: 0,
  lost: null,
});

export function reduceChoice<State extends ChoiceState>(
  state: State,
  event: ChoiceEvent,
  lostFailure: LostFailure,
): State {
  switch (event.type) {
    case 'slotChosen':
      return { ...state, slot: event.slot, failure: withoutField(state.failure, 'slot') };
    case 'checkStarted':
      return { ...state, checks: state.checks + 1 };
    case 'checkEnded':
      return checkEnded(state, event, lostFailure);
    case 'held': {
      // Another tab of this browser may have just taken the time, before its cookie arrived here.
      const { lost, failure } = state;
      if (!visitorHolds(event.hold, lost)) return state;
      return { ...state, lost: null, slot: state.slot ?? lost, failure: failure?.wording ? null : failure };
    }
    case 'refused': {
      const failure = keepLostSlot(event.failure, state.failure);
      const slot = failure.nearest.length > 0 ? null : state.slot;
      return { ...state, failure, slot, refusals: state.refusals + 1 };
    }
    case 'failureCleared':
      return { ...state, failure: null };
  }
}

function checkEnded<State extends ChoiceState>(state: State, event: CheckEnded, lostFailure: LostFailure): State {
  const { check, slot, wording, fresh, hadFocus } = event;
  const failure = check === state.checks ? failureOfSlot(fresh.availability, slot, wording) : null;
  if (!failure || !slot) return state;
  const isReplaced = state.slot !== null && slotValue(state.slot) !== slotValue(slot);
  if (isReplaced) return state;
  return {
    ...state,
    slot: null,
    lost: slot,
    failure: lostFailure(failure, slot, fresh),
    refusals: state.refusals + (hadFocus ? 1 : 0),
  };
}
