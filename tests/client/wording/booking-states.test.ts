import { describe, expect, test } from 'vitest';
import { bookingWords, cancelTerms, refundWords, visitStateName } from '#client/wording/booking-states.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';
import { booked } from '../manage/booked.ts';

const MONEY = booked().money;
const ZONE = 'America/Los_Angeles';

describe('the lead sentence of a booking says', () => {
  test('the deadline for free changes', () => {
    expect(bookingWords(booked()).text).toBe('Booked and paid. You can move or cancel it for free through Sun, Mar 7.');
    expect(bookingWords(booked({ today: '2027-03-07' })).text).toContain(
      'for free until the end of today, Sun, Mar 7.',
    );
  });
});

test('a visit is booked until its day has come, then today, and past once its hours are over', () => {
  const begun = { canReschedule: false, cancel: null };
  expect(visitStateName(booked())).toBe('Booked');
  const morning = booked({ today: '2027-03-09', now: { canReschedule: false, cancel: 'forfeit' } });
  expect(visitStateName(morning)).toBe('Today');
  expect(bookingWords(morning)).toEqual({
    title: 'Your visit is today',
    text: 'Booked and paid. It’s too late to move it or to cancel it for free.',
  });
  expect(visitStateName(booked({ today: '2027-03-09', now: begun }))).toBe('Today');
  expect(visitStateName(booked({ today: '2027-03-09', now: begun, isOver: true }))).toBe('Past');
  expect(visitStateName(booked({ today: '2027-03-09', now: begun, state: 'completed' }))).toBe('Done');
});

test('the outcome for the money is shown before a cancellation', () => {
  expect(cancelTerms(booked(), 'refund', ZONE).title).toBe('You get all of your $299 back');
  const late = cancelTerms(booked(), 'forfeit', ZONE);
  expect(late).toEqual({
    title: 'If you cancel now, we keep your $299, unless someone else books your time',
    text: 'Free cancellation ended on Sun, Mar 7, at 11:59 pm (Pacific Time). If someone else books and pays for your time before it starts, you get a full refund automatically, and we email you. If not, we keep the payment.',
    note: WHICH_SALE_COUNTS,
  });
  const neverFree = booked({ freeChangesThrough: null });
  expect(cancelTerms(neverFree, 'forfeit', ZONE).text).toMatch(/^It’s too late to cancel this visit for free\. If/);
  const kept = cancelTerms(booked({ claim: 'full' }), 'keep', ZONE);
  expect(kept.title).toBe('If you cancel now, we keep your $299');
  expect(kept.text).toContain('no one can book that whole day anymore, and there’s no refund.');
});

test('no refund is promised while a dispute blocks it, nor after a full refund', () => {
  const disputed = { ...MONEY, isWithheld: true } as const;
  expect(cancelTerms(booked({ money: disputed }), 'refund', ZONE)).toEqual({
    title: 'Your bank decides first about your $299',
    text: 'Your bank is looking into this payment. What we owe you follows once it has decided. Your time opens to others as soon as you cancel.',
  });
  const requested = { ...disputed, refundingCents: 29_900, refund: 'requested', reason: 'cancelled' } as const;
  expect(refundWords({ money: requested })).toBe(
    'Your bank is looking into this payment. What we owe you follows once it has decided.',
  );
  const gone = { ...MONEY, refundingCents: 29_900, refundedCents: 29_900 } as const;
  expect(cancelTerms(booked({ money: gone }), 'refund', ZONE)).toEqual({
    title: 'All of your money went back already',
    text: 'Nothing is left to refund. Your time opens to others as soon as you cancel.',
  });
});
