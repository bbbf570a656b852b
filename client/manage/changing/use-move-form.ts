import { type Slot, isOfVisit } from '#shared/booking/availability.ts';
import {
  type ChoiceEvent,
  type ChoiceState,
  type LostFailure,
  initialChoice,
  reduceChoice,
} from '../../booking/form/state/choice-state.ts';
import { visitorBooked } from '../../booking/picker/own-time.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';
import type { FormEvent } from 'react';
import type { CivilMonth } from '#shared/civil-date.ts';
import { mayStand } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { openSlot } from '../../booking/form/state/initial-form.ts';
import { type SlotSource, useSlotChoice } from '../../booking/form/use-slot-choice.ts';
import { useImmediateReducer } from '../../shell/use-immediate-reducer.ts';
import { changeFailureOf, isStaleVisit } from './change-failure.ts';

export interface MoveOptions extends SlotSource {
  readonly initialSlot: Slot | null;
  readonly initialFailure: BookingFailure | null;
  readonly postKey: string;
  readonly move: (slot: Slot | null) => Promise<void>;
  readonly onSlot: (slot: Slot) => void;
  readonly service: SessionType;
  readonly month: CivilMonth | null;
}

/** Hands events to `reduceMove` and acts on the result. */
export function useMoveForm({ initialSlot, initialFailure, move, onSlot, ...source }: MoveOptions) {
  const { availability, refresh } = source;
  const [state, dispatch] = useImmediateReducer(reduceMove, () => initialChoice(initialSlot, initialFailure));
  const slot = openSlot(availability, state.slot);
  const choice = useSlotChoice({ ...source, state, dispatch, word: wordChangeRefusal });

  function chooseSlot(next: Slot) {
    dispatch({ type: 'slotChosen', slot: next });
    onSlot(next);
  }

  async function send() {
    if (!choice.take()) return;
    try {
      await move(slot);
    } catch (error) {
      const refreshed = error instanceof RpcError && !mayStand(error.refusal) ? refresh() : null;
      if (isStaleVisit(error)) await refreshed;
      dispatch({ type: 'refused', failure: changeFailureOf(error) });
    } finally {
      choice.end();
    }
  }

  return {
    slot,
    failure: state.failure,
    news: choice.news,
    isPending: choice.isPending,
    placeRef: choice.placeRef,
    chooseSlot,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send();
    },
  };
}

/** With messages about a visit that is already booked. */
export const reduceMove = (state: ChoiceState, event: ChoiceEvent) => reduceChoice(state, event, lostFailure);

/** The customer may have booked the lost slot themselves, by this or another visit. */
const lostFailure: LostFailure = (failure, lost, { availability, hold }) => {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim)))
    return { ...failure, wording: wordChangeRefusal('plans-changed') };
  return visitorBooked(hold, lost) ? { ...failure, wording: wordChangeRefusal('own-visit') } : failure;
};
