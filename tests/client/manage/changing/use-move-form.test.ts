import { expect, test } from 'vitest';
import { type ChoiceEvent, initialChoice } from '#client/booking/form/state/choice-state.ts';
import { changeFailureOf } from '#client/manage/changing/change-failure.ts';
import { reduceMove } from '#client/manage/changing/move-form.tsx';
import { wordChangeRefusal } from '#client/wording/refusals.ts';
import type { Availability, Slot } from '#shared/booking/availability.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { availability, day } from '../../booking/days.ts';

const CHOSEN: Slot = { date: '2027-03-09', claim: 'am' };
const OTHER: Slot = { date: '2027-03-10', claim: 'pm' };
const TAKEN = availability([day('2027-03-09', { am: 'gone' }), day('2027-03-10')]);

/** The move form with the chosen time, after these events. */
const moving = (...events: readonly ChoiceEvent[]) => events.reduce(reduceMove, initialChoice(CHOSEN, null));

/** The events of a check of the chosen time with this result. */
function lost(now: Availability, hold: CurrentHold | null): ChoiceEvent[] {
  const wording = wordChangeRefusal('slot-taken');
  const fresh = { availability: now, hold };
  return [{ type: 'checkStarted' }, { type: 'checkEnded', check: 1, slot: CHOSEN, wording, fresh, hadFocus: false }];
}

test('a slot that another customer takes is no longer chosen, and other open slots are offered', () => {
  const form = moving(...lost(TAKEN, null));
  expect(form).toMatchObject({ slot: null, failure: { wording: wordChangeRefusal('slot-taken') } });
  expect(form.failure?.nearest).toContainEqual(OTHER);
});

test('a refused move loses a taken slot, and the next choice keeps the message that offered it', () => {
  const failure = changeFailureOf(
    new RpcError({ status: 409, message: 'slot-taken', refusal: 'slot-taken', nearest: [OTHER] }),
  );
  const refused = moving({ type: 'refused', failure });
  expect(refused).toMatchObject({ slot: null, failure, refusals: 1 });
  expect(reduceMove(refused, { type: 'slotChosen', slot: OTHER })).toMatchObject({ slot: OTHER, failure });
});
