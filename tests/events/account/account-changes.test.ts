import { describe, expect, test } from 'vitest';
import {
  MAIL_PAUSE_MS,
  confirmEmailChange,
  endUnproven,
  notePasswordChange,
  noteRepeatedRegistration,
  repeatRegistration,
  requestEmailChange,
  requestPasswordReset,
  requestVerification,
  withdrawEmailChange,
} from '#events/account/account-changes.ts';
import { type AccountEvent, type AccountState, accountType, maySignIn } from '#events/account/account.ts';
import { fold } from '#events/event.ts';
import { DELETED, DISABLED, VERIFIED, changeRequested, registered } from './account-facts.ts';
import { frozen } from '../given.ts';

function given(...events: AccountEvent[]): { readonly account: AccountState } {
  return frozen({ account: fold(accountType, frozen(events)) });
}

describe('who may sign in', () => {
  test.each([
    ['no account before registering', [], false],
    ['no account before the address is confirmed', [registered()], false],
    ['an account whose address is confirmed', [registered(), VERIFIED], true],
    ['the first of all, confirmed or not', [registered({ isFirst: true })], true],
    ['no account that is disabled', [registered(), VERIFIED, DISABLED], false],
    ['no account that is deleted', [registered({ isFirst: true }), DELETED], false],
  ])('%s', (_, events: AccountEvent[], expected) => {
    expect(maySignIn(given(...events).account)).toBe(expected);
  });
});

describe('mail that any visitor can request', () => {
  const kinds = [
    ['verification', requestVerification, 'VerificationRequested', [registered()]],
    ['reset', requestPasswordReset, 'PasswordResetRequested', [registered(), VERIFIED]],
    ['warning', noteRepeatedRegistration, 'RegistrationRepeated', [registered(), VERIFIED]],
  ] as const;

  test.each(kinds)('a %s is asked for', (_, ask, type, past) => {
    expect(ask(given(...past), 1000)).toEqual({ account: [{ type, data: { askedAt: 1000 } }] });
  });

  test.each(kinds)('a second %s has to wait', (kind, ask, type, past) => {
    const asked = { type, data: { askedAt: 1000 } } as AccountEvent;
    expect(ask(given(...past, asked), 1000 + MAIL_PAUSE_MS[kind] - 1)).toEqual({ account: [] });
    expect(ask(given(...past, asked), 1000 + MAIL_PAUSE_MS[kind])).toMatchObject({ account: [{ type }] });
  });

  test.each(kinds)('no %s to a disabled, deleted or unknown account', (_, ask, __, past) => {
    expect(ask(given(...past, DISABLED), 1000)).toEqual({ account: [] });
    expect(ask(given(...past, DELETED), 1000)).toEqual({ account: [] });
    expect(ask(given(), 1000)).toEqual({ account: [] });
  });

  test('no reset to the first account before its address is confirmed: it is an admin’s, and the mailbox may be a stranger’s', () => {
    const first = registered({ isFirst: true });
    expect(requestPasswordReset(given(first), 1000)).toEqual({ account: [] });
    expect(requestPasswordReset(given(first, VERIFIED), 1000).account).toHaveLength(1);
    expect(requestPasswordReset(given(registered()), 1000).account).toHaveLength(1);
  });

  test('registering again sends the link again while the address is unconfirmed, and a warning once it is confirmed', () => {
    const asked: AccountEvent = { type: 'VerificationRequested', data: { askedAt: 1000 } };
    expect(repeatRegistration(given(registered()), 1000)).toEqual({ account: [asked] });
    expect(repeatRegistration(given(registered({ askedAt: 1000 })), 1001)).toEqual({ account: [] });
    expect(repeatRegistration(given(registered(), asked), 1001)).toEqual({ account: [] });
    const warned: AccountEvent = { type: 'RegistrationRepeated', data: { askedAt: 1000 } };
    expect(repeatRegistration(given(registered(), VERIFIED), 1000)).toEqual({ account: [warned] });
    expect(repeatRegistration(given(registered(), DISABLED), 1000)).toEqual({ account: [] });
    expect(repeatRegistration(given(), 1000)).toEqual({ account: [] });
  });
});

test.each([
  ['gives way', 'was never confirmed', [registered()], ['AccountDeleted']],
  ['stays', 'is confirmed', [registered(), VERIFIED], []],
  ['stays', 'is the first', [registered({ isFirst: true })], []],
  ['stays', 'an admin has shut out', [registered(), DISABLED], []],
  ['stays', 'is gone', [registered(), DELETED], []],
])('an account %s to a customer who has proved the mailbox when it %s', (_, __, events: AccountEvent[], expected) => {
  expect(endUnproven(given(...events)).account.map(({ type }) => type)).toEqual(expected);
});

describe('a new password', () => {
  test('that came by a mailed link confirms the address too', () => {
    expect(notePasswordChange(given(registered()), 'reset')).toEqual({
      account: [
        { type: 'EmailVerified', data: { by: 'reset' } },
        { type: 'PasswordChanged', data: { by: 'reset' } },
      ],
    });
    expect(notePasswordChange(given(registered()), 'owner')).toMatchObject({ account: [{ type: 'PasswordChanged' }] });
  });
});

describe('another address', () => {
  const request = { change: 'c1', email: 'reyes@example.com', isTaken: false, now: 0 };
  const addresses = { email: 'reyes@example.com', previous: 'ada@example.com' };
  const halfway = [registered(), VERIFIED, changeRequested()];

  test('is asked of both sides', () => {
    expect(requestEmailChange(given(registered(), VERIFIED), request)).toEqual({ account: [changeRequested()] });
  });

  test('is asked of the new side alone when the old was never confirmed', () => {
    const { account } = requestEmailChange(given(registered()), request) as { account: AccountEvent[] };
    expect(account).toEqual([changeRequested({ asksOld: false })]);
    const done = confirmEmailChange(given(registered(), ...account), { change: 'c1', side: 'new', ...addresses });
    expect(done).toMatchObject({ account: [{ type: 'EmailChangeConfirmed' }, { type: 'EmailChanged' }] });
  });

  test.each([
    ['new', 'old'],
    ['old', 'new'],
  ] as const)('comes when the %s side and then the %s side have confirmed', (first, second) => {
    const one = confirmEmailChange(given(...halfway), { change: 'c1', side: first, ...addresses });
    expect(one).toEqual({ account: [{ type: 'EmailChangeConfirmed', data: { change: 'c1', side: first } }] });
    const past = [...halfway, ...(one as { account: AccountEvent[] }).account];
    expect(confirmEmailChange(given(...past), { change: 'c1', side: second, ...addresses })).toEqual({
      account: [
        { type: 'EmailChangeConfirmed', data: { change: 'c1', side: second } },
        { type: 'EmailChanged', data: { change: 'c1', person: 'p1', personal: addresses } },
      ],
    });
  });

  test('does not come once it is withdrawn, or the password is another: its links have ended', () => {
    const withdrawn: AccountEvent = { type: 'EmailChangeWithdrawn', data: { change: 'c1' } };
    const changed: AccountEvent = { type: 'PasswordChanged', data: { by: 'owner' } };
    expect(withdrawEmailChange(given(...halfway))).toEqual({ account: [withdrawn] });
    for (const end of [withdrawn, changed]) {
      const past = given(...halfway, end);
      expect(confirmEmailChange(past, { change: 'c1', side: 'new', ...addresses })).toEqual({ refusal: 'link-ended' });
      expect(withdrawEmailChange(past)).toEqual({ account: [] });
    }
    expect(withdrawEmailChange(given(registered(), DISABLED))).toEqual({ refusal: 'unknown-account' });
  });
});
