/** A booking form with Tuesday morning chosen, and events for it. */
import type { Refetched } from '#client/booking/form/state/choice-state.ts';
import {
  type FormBeginning,
  type FormEvent,
  type FormState,
  begunForm,
  reduceForm,
} from '#client/booking/form/state/form-state.ts';
import { wordRefusal } from '#client/wording/refusals.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { EMPTY_BOOKING_FORM } from '#shared/booking/booking-form.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import { availability, day } from '../../days.ts';

export const TUESDAY: Slot = { date: '2027-03-09', claim: 'am' };
export const WEDNESDAY: Slot = { date: '2027-03-10', claim: 'pm' };
export const OPEN = availability([day('2027-03-09'), day('2027-03-10')]);
export const TAKEN = availability([day('2027-03-09', { am: 'gone' }), day('2027-03-10')]);
export const FILLED = {
  ...EMPTY_BOOKING_FORM,
  service: 'half-day',
  slot: '2027-03-09/am',
  tasks: ['painting'],
  area: 'Ojai',
  name: 'Ana',
};

export function holdOf(slot: Slot, state: CurrentHold['state']): CurrentHold {
  return { eventId: 'b1', slot, state, expiresAt: 0, payUrl: null, details: null };
}

/** The form that begins like this, after these events. */
export function given(beginning: Partial<FormBeginning>, ...events: readonly FormEvent[]): FormState {
  const begun = begunForm({
    availability: OPEN,
    initial: FILLED,
    initialMonth: null,
    initialFailure: null,
    wasFilledIn: false,
    step: 'person',
    ...beginning,
  });
  return when(begun, ...events);
}

export const when = (state: FormState, ...events: readonly FormEvent[]) => events.reduce(reduceForm, state);

/** The server's answer to a check of Tuesday morning. */
export function answered(check: number, fresh: Partial<Refetched>, hadFocus = false): FormEvent {
  return {
    type: 'checkEnded',
    check,
    slot: TUESDAY,
    wording: wordRefusal('slot-taken'),
    fresh: { availability: TAKEN, hold: null, ...fresh },
    hadFocus,
  };
}

export const asked: FormEvent = { type: 'checkStarted' };
