/** Reducer for the move form: the choice of a time, with messages about a visit that is already booked. */
import { isOfVisit } from '#shared/booking/availability.ts';
import {
  type ChoiceEvent,
  type ChoiceState,
  type LostFailure,
  reduceChoice,
} from '../../booking/form/state/choice-state.ts';
import { visitorBooked } from '../../booking/picker/own-time.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';

export const reduceMove = (state: ChoiceState, event: ChoiceEvent) => reduceChoice(state, event, lostFailure);

/** The customer may have booked the lost slot themselves: this visit was moved there, or another visit is booked there. */
const lostFailure: LostFailure = (failure, lost, { availability, hold }) => {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim)))
    return { ...failure, wording: wordChangeRefusal('plans-changed') };
  return visitorBooked(hold, lost) ? { ...failure, wording: wordChangeRefusal('own-visit') } : failure;
};
