import { describe, expect, test } from 'vitest';
import {
  bookingWords,
  cancelTerms,
  refundWords,
  surplusWords,
  visitStateName,
} from '#client/wording/booking-states.ts';
import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import { booked } from '../manage/booked.ts';

const MONEY = booked().money;

describe('a booking says first what its customer wants to know', () => {
  test('until when it can be changed free', () => {
    expect(bookingWords(booked()).text).toBe('Booked and paid. Move or cancel it free through Sun, Mar 7.');
  });

  test('that it is too late for that', () => {
    const late = booked({ now: { canReschedule: false, cancel: 'forfeit' } });
    expect(bookingWords(late).text).toBe('Booked and paid. It is too late by now to move it or to cancel it free.');
  });

  test('that it is today, and thanks afterwards', () => {
    const begun = { canReschedule: false, cancel: null };
    expect(bookingWords(booked({ today: '2027-03-09', now: begun })).title).toBe('Your visit is today');
    expect(bookingWords(booked({ today: '2027-03-10', now: begun })).title).toBe('Thank you for having us');
    expect(bookingWords(booked({ today: '2027-03-10', now: begun, state: 'completed' })).title).toBe(
      'Thank you for having us',
    );
  });

  test('where the money is', () => {
    const money = { ...MONEY, refundingCents: 29_900, refund: 'requested', reason: 'cancelled' } as const;
    const cancelled = booked({ state: 'cancelled', money, now: { canReschedule: false, cancel: null } });
    expect(bookingWords(cancelled).text).toContain('$299 is on its way back');
    expect(refundWords({ money: { ...money, refund: 'failed' } })).toContain('We keep trying');
    expect(refundWords({ money: { ...money, refundedCents: 29_900, refund: 'succeeded' } })).toContain('has gone back');
    expect(refundWords(booked())).toBeNull();
  });
});

test('a visit is booked until its time has come, then today, and past from the next day on', () => {
  const begun = { canReschedule: false, cancel: null };
  expect(visitStateName(booked())).toBe('Booked');
  expect(visitStateName(booked({ today: '2027-03-09', now: { canReschedule: false, cancel: 'forfeit' } }))).toBe(
    'Booked',
  );
  expect(visitStateName(booked({ today: '2027-03-09', now: begun }))).toBe('Today');
  expect(visitStateName(booked({ today: '2027-03-10', now: begun }))).toBe('Past');
  expect(visitStateName(booked({ today: '2027-03-09', now: begun, state: 'completed' }))).toBe('Done');
});

test('money that has gone back is not said to be going', () => {
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

  test('says what brings the money back', () => {
    const { text } = bookingWords(forfeited(false, false));
    expect(text).toContain('When others book and pay for the whole day before it begins, all of your $499 comes back');
    expect(text).toContain(WHICH_SALE_COUNTS);
  });

  test('says when free changes had ended, if there were any', () => {
    for (const isFinal of [false, true]) {
      const late = forfeited(false, false, isFinal);
      expect(bookingWords(late).text).toContain('cancelled after free changes had ended with Sun, Mar 7, ');
      expect(bookingWords({ ...late, freeChangesThrough: null }).text).toContain(
        'cancelled when it was too late for free changes, ',
      );
    }
  });

  test('half sold again, names the half that is left', () => {
    expect(bookingWords(forfeited(false, true)).text).toContain('When the morning is too');
    expect(bookingWords(forfeited(true, false)).text).toContain('When the afternoon is too');
  });

  test('that was not sold again, keeps the payment, and does not say that nobody had the time', () => {
    expect(bookingWords(forfeited(false, true, true)).text).toContain('The payment of $499 stays with us');
    expect(bookingWords(forfeited(false, false, true)).text).toContain('its time was not sold again');
    expect(bookingWords(forfeited(false, true, true)).text).toContain('only the afternoon of its day was sold again');
    expect(bookingWords(forfeited(false, false, true)).text).toContain(WHICH_SALE_COUNTS);
  });
});

test('before a cancellation it is said what becomes of the money', () => {
  expect(cancelTerms(booked(), 'refund').title).toBe('All of your $299 comes back');
  const late = cancelTerms(booked(), 'forfeit');
  expect(late.title).toBe('Your $299 is kept, unless the time is sold again');
  expect(late.text).toContain('When somebody else books and pays for that time before it begins, all of your money');
  expect(late.text).toContain(WHICH_SALE_COUNTS);
  expect(late.text).toContain('If it is not sold again, the payment stays with us.');
  const kept = cancelTerms(booked({ claim: 'full' }), 'keep');
  expect(kept.title).toBe('Your $299 stays with us');
  expect(kept.text).toContain('nobody can book all of that day any more. None of the payment comes back.');
});

test('what was paid twice is told apart from what was paid for the visit', () => {
  const surplus = { cents: 29_900, refund: 'requested' } as const;
  const paidTwice = booked({ money: { ...MONEY, surplus } });
  expect(cancelTerms(paidTwice, 'refund').title).toBe('All of your $299 comes back');
  expect(surplusWords({ surplus })).toBe(
    '$299 more was paid than the visit costs. It is on its way back to your card.',
  );
  expect(surplusWords({ surplus: { ...surplus, refund: 'succeeded' } })).toContain('It has gone back');
  expect(surplusWords({ surplus: { ...surplus, refund: 'failed' } })).toContain('We keep trying');
  expect(surplusWords(MONEY)).toBeNull();
});
