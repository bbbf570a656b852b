import { describe, expect, test } from 'vitest';
import {
  bookingWords,
  cancelTerms,
  refundWords,
  surplusWords,
  visitStateName,
} from '#client/wording/booking-states.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
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

  test('that the deadline has passed', () => {
    const late = booked({ now: { canReschedule: false, cancel: 'forfeit' } });
    expect(bookingWords(late).text).toBe('Booked and paid. It’s too late to move it or to cancel it for free.');
  });

  test('that it is today, and thank you once its hours are over', () => {
    const begun = { canReschedule: false, cancel: null };
    expect(bookingWords(booked({ today: '2027-03-09', now: begun })).title).toBe('Your visit is today');
    expect(bookingWords(booked({ today: '2027-03-09', now: begun, isOver: true })).title).toBe(
      'Thank you for having us',
    );
    expect(bookingWords(booked({ today: '2027-03-10', now: begun, isOver: true, state: 'completed' })).title).toBe(
      'Thank you for having us',
    );
  });

  test('the state of the refund', () => {
    const money = { ...MONEY, refundingCents: 29_900, refund: 'requested', reason: 'cancelled' } as const;
    const cancelled = booked({ state: 'cancelled', money, now: { canReschedule: false, cancel: null } });
    expect(bookingWords(cancelled).text).toContain('$299 is on its way back');
    expect(refundWords({ money: { ...money, refund: 'failed' } })).toContain('We’ll keep trying');
    expect(refundWords({ money: { ...money, refundedCents: 29_900, refund: 'succeeded' } })).toContain('We’ve sent');
    expect(refundWords(booked())).toBeNull();
  });
});

test('a visit that was refunded afterwards says so', () => {
  const money = { ...MONEY, refundingCents: 29_900, refund: 'requested', reason: 'after-visit' } as const;
  const over = { now: { canReschedule: false, cancel: null }, isOver: true, money };
  expect(bookingWords(booked({ ...over, state: 'completed' })).text).toContain('$299 is on its way back');
  expect(bookingWords(booked({ ...over, state: 'no-show' })).text).toContain('$299 is on its way back');
  expect(visitStateName(booked({ ...over, state: 'completed' }))).toBe('Done');
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

test('a completed refund is not shown as pending', () => {
  const refunded = (refund: 'requested' | 'succeeded') =>
    bookingWords(
      booked({ state: 'refunded', money: { ...MONEY, refundingCents: 29_900, refund, reason: 'refilled' } }),
    );
  expect(refunded('requested').title).toContain('your money goes back');
  expect(refunded('succeeded').title).toContain('your money has gone back');
});

describe('a late cancellation', () => {
  const forfeited = (am: boolean, pm: boolean, isFinal = false) =>
    booked({
      service: 'full-day',
      claim: 'full',
      state: 'forfeited',
      now: { canReschedule: false, cancel: null },
      money: { ...MONEY, paidCents: 49_900 },
      forfeiture: {
        units: [
          { unit: 'am', isRefilled: am },
          { unit: 'pm', isRefilled: pm },
        ],
        isFinal,
      },
    });

  test('says when the payment is refunded', () => {
    const { text, note } = bookingWords(forfeited(false, false));
    expect(text).toContain(
      'If your whole day is booked and paid for again before it starts, by one customer or by two, you get a full refund',
    );
    expect(text).toContain('If only half of it is booked again, there’s no refund.');
    expect(note).toBe(WHICH_SALE_COUNTS);
  });

  test('says when free changes had ended, if there were any', () => {
    for (const isFinal of [false, true]) {
      const late = forfeited(false, false, isFinal);
      expect(bookingWords(late).text).toContain('canceled after free cancellation ended on Sun, Mar 7, ');
      expect(bookingWords({ ...late, freeChangesThrough: null }).text).toContain(
        'canceled when it was too late to cancel for free, ',
      );
    }
  });

  test('with one half sold again names the other half', () => {
    expect(bookingWords(forfeited(false, true)).text).toContain('If someone books the morning too before it starts');
    expect(bookingWords(forfeited(true, false)).text).toContain('If someone books the afternoon too before it starts');
  });

  test('that was not sold again, keeps the payment, and does not say that the slot stayed free', () => {
    expect(bookingWords(forfeited(false, true, true)).text).toContain('so we kept the $499');
    expect(bookingWords(forfeited(false, false, true)).text).toContain('the time wasn’t booked again');
    expect(bookingWords(forfeited(false, true, true)).text).toContain('only the afternoon was booked again');
    expect(bookingWords(forfeited(false, false, true)).note).toBe(WHICH_SALE_COUNTS);
  });
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

test('a double payment is shown apart from the payment for the visit', () => {
  const surplus = { cents: 29_900, refund: 'requested' } as const;
  const paidTwice = booked({ money: { ...MONEY, surplus } });
  expect(cancelTerms(paidTwice, 'refund', ZONE).title).toBe('You get all of your $299 back');
  expect(surplusWords({ surplus })).toBe(
    'You paid $299 more than the visit costs. That’s on its way back to your card.',
  );
  expect(surplusWords({ surplus: { ...surplus, refund: 'succeeded' } })).toContain('We’ve sent that back');
  expect(surplusWords({ surplus: { ...surplus, refund: 'failed' } })).toContain('We’ll keep trying');
  expect(surplusWords(MONEY)).toBeNull();
});
