import { describe, expect, test } from 'vitest';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { given } from '../given.ts';

const { held, lapsed, confirmed } = facts;

describe('the life of a booking', () => {
  test('begins with a hold', () => {
    expect(given().state.booking).toBeNull();
    expect(given(held('full')).state.booking).toEqual({
      status: 'held',
      service: 'full-day',
      date: facts.DATE,
      units: ['am', 'pm'],
      price: 49_900,
      currency: 'usd',
      expiresAt: facts.HALF_AN_HOUR_LATER,
      isTraded: false,
      corrections: 0,
      isForgotten: false,
      keptFrom: null,
      isForgottenAfterVisit: false,
      person: 'p1',
      checkouts: [],
      payments: [],
      wasConfirmed: false,
      freeChangesThrough: null,
      policy: null,
      moves: 0,
      linkGeneration: 0,
      isFinal: false,
      recordedAt: null,
      photos: [],
      removedPhotos: [],
      reminders: [],
      linksAskedAt: null,
      account: null,
      isAdopted: false,
    });
  });

  test('goes from held to expired and back to confirmed when paid late', () => {
    expect(given(held('am'), lapsed('am')).state.booking?.status).toBe('expired');
    const reclaimed = { booking: [EVERY_EVENT.SlotReclaimed] };
    expect(given(held('full'), lapsed('full'), reclaimed, confirmed('full')).state.booking).toMatchObject({
      status: 'confirmed',
      payments: [{ payment: 'pay1', amount: 49_900, currency: 'usd', refund: 'none' }],
    });
  });
});
