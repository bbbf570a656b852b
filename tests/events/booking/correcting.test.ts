import { describe, expect, test } from 'vitest';
import { type AccountEvent, accountType } from '#events/account/account.ts';
import { bookingAccess } from '#events/booking/booking-access.ts';
import { type Correction, authorizeCorrection, correctDetails } from '#events/booking/correcting.ts';
import { fold } from '#events/event.ts';
import { VERIFIED, registered } from '../account/account-facts.ts';
import { EVERY_EVENT } from '../every-event.ts';
import { NOW, PERSONAL, ZONE, confirmed, forfeited, held } from '../facts.ts';
import { type Past, given } from '../given.ts';

const { notes: _notes, ...CONTACT } = PERSONAL;
const BEFORE = { ...CONTACT, area: 'Ojai' };
const AFTER = { ...BEFORE, email: 'ada@gmail.com', phone: '805-555-0199' };
const booked = [held('am'), confirmed('am')];
const CLAIMED: Past = { booking: [{ type: 'BookingClaimed', data: { account: 'a1' } }] };
const FORGOTTEN: Past = { booking: [EVERY_EVENT.CustomerForgotten] };

function corrects(past: readonly Past[], change: Partial<Correction> = {}) {
  const request = { before: BEFORE, corrections: 0, after: AFTER, now: NOW, timeZone: ZONE, ...change };
  return given(...past).when((states) => correctDetails(states, request));
}

/** The events of a correction, as a past for what follows it. */
function corrected(past: readonly Past[], change: Partial<Correction> = {}): Past {
  const decided = corrects(past, change);
  if ('refusal' in decided) throw new Error(decided.refusal);
  return decided;
}

describe('details of a visit ahead', () => {
  test('are corrected: the event says which fields changed, and the manage link is replaced', () => {
    const { name, email, phone, address, area } = AFTER;
    expect(corrects(booked)).toEqual({
      booking: [
        {
          type: 'BookingDetailsCorrected',
          data: {
            fields: ['email', 'phone'],
            link: 1,
            account: null,
            area,
            person: 'p1',
            personal: { name, email, phone, address },
          },
        },
      ],
    });
  });

  test.each([
    ['nothing changes', booked, { after: { ...BEFORE } }, 'same-details'],
    ['they were changed since they were read', [...booked, corrected(booked)], {}, 'changed-meanwhile'],
    [
      'the account gave them another address meanwhile',
      [...booked, { booking: [EVERY_EVENT.CustomerEmailChanged] }],
      {},
      'changed-meanwhile',
    ],
    ['the time is held and not paid', [held('am')], {}, 'not-confirmed'],
    ['the visit is canceled', [...booked, forfeited('am')], {}, 'not-confirmed'],
    ['the customer is forgotten', [...booked, FORGOTTEN], {}, 'details-deleted'],
    ['there is no booking', [], {}, 'unknown-booking'],
  ] as const)('are not corrected when %s', (_, past, change, refusal) => {
    expect(corrects(past, change)).toEqual({ refusal });
  });
});

describe('a booking that an account took over by its address', () => {
  test('leaves the account when the owner corrects that address, and stays for any other field', () => {
    const past = [...booked, CLAIMED];
    expect(corrects(past, { admin: 'a9' })).toMatchObject({ booking: [{ data: { account: null } }] });
    const phone = { after: { ...BEFORE, phone: AFTER.phone }, admin: 'a9' };
    expect(corrects(past, phone)).toMatchObject({ booking: [{ data: { account: 'a1' } }] });
  });
});

const NOBODY = { links: [], unmailedLinks: [], account: null, isOwnAddress: false, isHolder: false };
type Access = Parameters<typeof bookingAccess>[1];

function states(past: readonly Past[], account: readonly AccountEvent[] = []) {
  return { booking: given(...past).state.booking, account: fold(accountType, account) };
}

describe('a booking can be corrected by', () => {
  const active = [registered(), VERIFIED];
  const may = (past: readonly Past[], caller: Partial<Access>, account: readonly AccountEvent[] = []) =>
    authorizeCorrection(states(past, account), { ...NOBODY, ...caller }) === null;

  test('nobody with only the mailed link, and no account with only the typed address: both may be a stranger’s', () => {
    expect(may(booked, { links: [0] })).toBe(false);
    expect(may(booked, { account: 'a1', isOwnAddress: true }, active)).toBe(false);
    expect(may([...booked, CLAIMED], { account: 'a1' }, active)).toBe(false);
    expect(may(booked, {})).toBe(false);
  });
});

describe('after a correction', () => {
  const past = [...booked, corrected(booked)];
  const access = (caller: Partial<Access>) => bookingAccess(states(past), { ...NOBODY, ...caller });

  test('older links open nothing, the new link opens the booking, and the browser that paid keeps its access', () => {
    expect(access({ links: [0] })).toBe('replaced');
    expect(access({ unmailedLinks: [0] })).toBe('replaced');
    expect(access({ links: [1] })).toBe('granted');
    expect(access({ isHolder: true })).toBe('granted');
  });
});
