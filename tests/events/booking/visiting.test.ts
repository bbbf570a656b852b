import { describe, expect, test } from 'vitest';
import { completeVisit, recordNoShow, undoNoShow } from '#events/booking/visiting.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { ZONE, held, confirmed, MORNING_STARTS, AFTERNOON_STARTS, DATE } = facts;
const MINUTE = 60_000;
const booked = (claim: 'am' | 'pm' | 'full') => [held(claim), confirmed(claim)];
const BY = 'a1';
const at = (now: number) => ({ by: BY, now, timeZone: ZONE });
const LATER = MORNING_STARTS + 60 * MINUTE;
const data = { date: DATE, units: ['am'], by: BY } as const;
const recorded = (type: 'CompletionUndone' | 'NoShowUndone'): Past => ({ booking: [{ type, data }] });
const completed = (recordedAt: number): Past => ({
  booking: [{ type: 'VisitCompleted', data: { ...data, recordedAt } }],
});
const NO_SHOW: Past = { booking: [{ type: 'NoShowRecorded', data: { ...data, recordedAt: LATER } }] };

describe('a visit', () => {
  test.each([
    ['am', MORNING_STARTS],
    ['pm', AFTERNOON_STARTS],
    ['full', MORNING_STARTS],
  ] as const)('of the %s is complete from its start on', (claim, start) => {
    const past = given(...booked(claim));
    expect(past.when((state) => completeVisit(state, at(start - 1)))).toEqual({ refusal: 'too-early' });
    expect(past.when((state) => completeVisit(state, at(start)))).toMatchObject({
      booking: [{ type: 'VisitCompleted' }],
    });
  });

  test.each([
    ['am', MORNING_STARTS],
    ['pm', AFTERNOON_STARTS],
    ['full', MORNING_STARTS],
  ] as const)('of the %s with an absent customer is a no-show half an hour after its start', (claim, start) => {
    const past = given(...booked(claim));
    const early = past.when((state) => recordNoShow(state, at(start + 30 * MINUTE - 1)));
    expect(early).toEqual({ refusal: 'too-early' });
    expect(past.when((state) => recordNoShow(state, at(start + 30 * MINUTE)))).toMatchObject({
      booking: [{ type: 'NoShowRecorded' }],
    });
  });

  test('that was a no-show by mistake is a visit again, and can be completed', () => {
    const past = given(...booked('am'), NO_SHOW);
    expect(past.state.booking?.status).toBe('no-show');
    expect(past.when((state) => undoNoShow(state, at(LATER)))).toEqual(recorded('NoShowUndone'));
    const undone = given(...booked('am'), NO_SHOW, recorded('NoShowUndone'));
    expect(undone.state.booking?.status).toBe('confirmed');
    expect(undone.when((state) => completeVisit(state, at(MORNING_STARTS)))).toEqual(completed(MORNING_STARTS));
    expect(undone.when((state) => undoNoShow(state, at(LATER)))).toEqual({ refusal: 'not-a-no-show' });
  });

  test('that was a no-show can be undone for a day after that was recorded', () => {
    const past = given(...booked('am'), NO_SHOW);
    const day = LATER + 24 * 60 * MINUTE;
    expect(past.when((state) => undoNoShow(state, at(day - 1)))).toEqual(recorded('NoShowUndone'));
    expect(past.when((state) => undoNoShow(state, at(day)))).toEqual({ refusal: 'too-late' });
  });
});
