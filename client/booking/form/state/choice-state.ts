/**
 * Reducer for the choice of a time, in the booking form and the move form. Pure: calls, storage and focus are for the hooks.
 */
import type { Availability, Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import type { Wording } from '../../../wording/refusals.ts';
import { isHeldByOwner } from '../../picker/own-time.ts';
import { type BookingFailure, failureOfSlot, orStillLost, withoutField } from './failure.ts';

/** The server's answer about open times and the visitor's hold. */
export interface FreshLook {
  readonly availability: Availability;
  readonly hold: CurrentHold | null;
}

export interface ChoiceState {
  /** The chosen time; the page shows it as chosen only while it is open. */
  readonly slot: Slot | null;
  readonly failure: BookingFailure | null;
  /** Number of failures that took the focus. */
  readonly refusals: number;
  /** Number of the newest question to the server whether a chosen time is gone. */
  readonly looks: number;
  /** The time that the visitor lost last. */
  readonly lost: Slot | null;
}

export type ChoiceEvent =
  /** The browser restored the form, or the visitor chose before the script ran. */
  | { readonly type: 'slotFound'; readonly slot: Slot | null }
  | { readonly type: 'slotChosen'; readonly slot: Slot }
  | { readonly type: 'asked' }
  | Answered
  | { readonly type: 'held'; readonly hold: CurrentHold | null }
  | { readonly type: 'refused'; readonly failure: BookingFailure }
  | { readonly type: 'failureCleared' };

interface Answered {
  readonly type: 'answered';
  /** The number of the question. */
  readonly look: number;
  /** The time that was asked about. */
  readonly slot: Slot | null;
  /** The message that it is gone. */
  readonly wording: Wording;
  readonly fresh: FreshLook;
  /** Whether the time had the focus when it went. */
  readonly hadFocus: boolean;
}

/** The message about a lost time, which the visitor may hold themselves; null if another part of the page shows it. */
export type TellLost = (failure: BookingFailure, lost: Slot, fresh: FreshLook) => BookingFailure | null;

export const begunChoice = (slot: Slot | null, failure: BookingFailure | null): ChoiceState => ({
  slot,
  failure,
  refusals: 0,
  looks: 0,
  lost: null,
});

export function reduceChoice<State extends ChoiceState>(state: State, event: ChoiceEvent, tellLost: TellLost): State {
  switch (event.type) {
    case 'slotFound':
      return { ...state, slot: event.slot };
    case 'slotChosen':
      return { ...state, slot: event.slot, failure: withoutField(state.failure, 'slot') };
    case 'asked':
      return { ...state, looks: state.looks + 1 };
    case 'answered':
      return answered(state, event, tellLost);
    case 'held': {
      // Another tab of this browser may have just taken the time, before its cookie arrived here.
      const { lost, failure } = state;
      if (!isHeldByOwner(event.hold, lost)) return state;
      return { ...state, lost: null, slot: state.slot ?? lost, failure: failure?.wording ? null : failure };
    }
    case 'refused': {
      const failure = orStillLost(event.failure, state.failure);
      const slot = failure.nearest.length > 0 ? null : state.slot;
      return { ...state, failure, slot, refusals: state.refusals + 1 };
    }
    case 'failureCleared':
      return { ...state, failure: null };
  }
}

function answered<State extends ChoiceState>(state: State, event: Answered, tellLost: TellLost): State {
  const { look, slot, wording, fresh, hadFocus } = event;
  // A newer question was sent meanwhile: its answer counts.
  const failure = look === state.looks ? failureOfSlot(fresh.availability, slot, wording) : null;
  if (!failure || !slot) return state;
  const isReplaced = state.slot !== null && slotValue(state.slot) !== slotValue(slot);
  if (isReplaced) return state;
  return {
    ...state,
    slot: null,
    lost: slot,
    failure: tellLost(failure, slot, fresh),
    refusals: state.refusals + (hadFocus ? 1 : 0),
  };
}
