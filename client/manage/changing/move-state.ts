/** How the move form changes: the choice of a time, told in the words of a visit that is booked already. */
import { isOfVisit } from '#shared/availability.ts';
import { type ChoiceEvent, type ChoiceState, type TellLost, reduceChoice } from '../../booking/form/choice-state.ts';
import { isBookedByOwner } from '../../booking/picker/own-time.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';

export const reduceMove = (state: ChoiceState, event: ChoiceEvent) => reduceChoice(state, event, tellLost);

/** A lost time may be the customer's own: that of this visit by now, or of another one. */
const tellLost: TellLost = (failure, lost, { availability, hold }) => {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim)))
    return { ...failure, wording: wordChangeRefusal('plans-changed') };
  return isBookedByOwner(hold, lost) ? { ...failure, wording: wordChangeRefusal('own-visit') } : failure;
};
