/** Reducer for the move form: the choice of a time, with messages about a visit that is already booked. */
import { isOfVisit } from '#shared/booking/availability.ts';
import {
  type ChoiceEvent,
  type ChoiceState,
  type TellLost,
  reduceChoice,
} from '../../booking/form/state/choice-state.ts';
import { isBookedByOwner } from '../../booking/picker/own-time.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';

export const reduceMove = (state: ChoiceState, event: ChoiceEvent) => reduceChoice(state, event, tellLost);

/** The customer may have taken a lost time themselves: for this visit, or for another one. */
const tellLost: TellLost = (failure, lost, { availability, hold }) => {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim)))
    return { ...failure, wording: wordChangeRefusal('plans-changed') };
  return isBookedByOwner(hold, lost) ? { ...failure, wording: wordChangeRefusal('own-visit') } : failure;
};
