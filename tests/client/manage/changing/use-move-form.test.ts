import { expect, test } from 'vitest';
import { type ChoiceEvent, initialChoice } from '#client/booking/form/state/choice-state.ts';
import { invalid } from '#client/booking/form/state/failure.ts';
import { changeFailureOf } from '#client/manage/changing/change-failure.ts';
import { reduceMove } from '#client/manage/changing/use-move-form.ts';
import { wordChangeRefusal } from '#client/wording/refusals.ts';
import type { Availability, Slot } from '#shared/booking/availability.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { availability, day } from '../../booking/days.ts';

const CHOSEN: Slot = { date: '2027-03-09', claim: 'am' };
const OTHER: Slot = { date: '2027-03-10', claim: 'pm' };
const TAKEN = availability([day('2027-03-09', { am: 'gone' }), day('2027-03-10')]);
const BOOKED: CurrentHold = {
  eventId: 'b2',
  state: 'booked',
  slot: CHOSEN,
  expiresAt: 0,
  payUrl: null,
  details: null,
};

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

test('a lost slot to which the visit was moved says that the plans have changed', () => {
  const moved = availability([day('2027-03-09', { am: 'visit' }), day('2027-03-10')]);
  expect(moving(...lost(moved, BOOKED)).failure?.wording).toEqual(wordChangeRefusal('plans-changed'));
});

test('a lost slot that the customer has booked for another visit is named as theirs', () => {
  expect(moving(...lost(TAKEN, BOOKED)).failure?.wording).toEqual(wordChangeRefusal('own-visit'));
});

test('a refused move loses a taken slot, and the next choice keeps the message that offered it', () => {
  const failure = changeFailureOf(
    new RpcError({ status: 409, message: 'slot-taken', refusal: 'slot-taken', nearest: [OTHER] }),
  );
  const refused = moving({ type: 'refused', failure });
  expect(refused).toMatchObject({ slot: null, failure, refusals: 1 });
  expect(reduceMove(refused, { type: 'slotChosen', slot: OTHER })).toMatchObject({ slot: OTHER, failure });
});

test('a move without a slot says so until one is chosen', () => {
  const refused = moving({ type: 'refused', failure: invalid({ date: 'Choose.' }) });
  expect(refused.failure?.fields).toEqual({ slot: 'Choose.' });
  expect(reduceMove(refused, { type: 'slotChosen', slot: OTHER })).toMatchObject({ slot: OTHER, failure: null });
});
