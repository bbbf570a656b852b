import { array, assert, boolean, constant, constantFrom, oneof, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountEvent, type AccountState, accountType } from '#events/account/account.ts';
import { fold } from '#events/event.ts';
import { isRefusal } from '#events/refusal.ts';
import {
  deleteAccount,
  register,
  type AccountAndRoles,
  type AccountAndRolesEvents,
  type RolesEvent,
  type RolesState,
  changeRole,
  isAdmin,
  rolesType,
  setDisabled,
} from '#events/account/roles.ts';
import { LONG_AGO, DELETED, DISABLED, VERIFIED, appointed, dismissed, registered } from './account-facts.ts';
import { frozen } from '../given.ts';

interface Past {
  readonly account?: readonly AccountEvent[];
  readonly roles?: readonly RolesEvent[];
}

function given({ account = [registered()], roles = [] }: Past): AccountAndRoles {
  return frozen({ account: fold(accountType, account), roles: fold(rolesType, roles) });
}

const registration = {
  account: 'a1',
  person: 'p1',
  personal: { name: 'Ada Reyes', email: 'ada@example.com' },
  mayBeFirst: true,
  now: LONG_AGO,
};

describe('registering', () => {
  test('makes the first of all the admin', () => {
    expect(register(given({ account: [] }), registration)).toEqual({
      account: [registered({ isFirst: true })],
      roles: [appointed('a1')],
    });
  });

  test('asks the first registration for the setup token, and no later one', () => {
    const without = { ...registration, mayBeFirst: false };
    expect(register(given({ account: [] }), without)).toEqual({ refusal: 'setup-token' });
    expect(register(given({ account: [], roles: [appointed('a0')] }), without)).toMatchObject({ roles: [] });
  });
});

const two = [appointed('a1'), appointed('a2', 'a1')];

describe('a role', () => {
  test.each([
    ['whose address is not confirmed', [registered()]],
    ['that is shut', [registered(), VERIFIED, DISABLED]],
  ])('is not given to an account %s, which could not use it', (_, account) => {
    const past = given({ account, roles: [appointed('a2')] });
    expect(changeRole(past, { account: 'a1', by: 'a2', role: 'admin' })).toEqual({ refusal: 'cannot-sign-in' });
  });

  test('is not the last admin’s to lose', () => {
    const demote = { account: 'a1', by: 'a1', role: 'user' } as const;
    expect(changeRole(given({ roles: [appointed('a1')] }), demote)).toEqual({ refusal: 'last-admin' });
  });

  test.each([[[]], [[registered(), DELETED]]])(
    'is not given to an account that is not there',
    (account: AccountEvent[]) => {
      const past = given({ account, roles: [appointed('a2')] });
      expect(changeRole(past, { account: 'a1', by: 'a2', role: 'admin' })).toEqual({ refusal: 'unknown-account' });
    },
  );
});

describe('disabling an account', () => {
  const who = { account: 'a1', by: 'a2' };

  test('of an admin removes the role, and enabling the account does not restore it', () => {
    expect(setDisabled(given({ roles: two }), { ...who, isDisabled: true })).toEqual({
      account: [DISABLED],
      roles: [dismissed('a1', 'a2')],
    });
    const shut = given({ account: [registered(), DISABLED], roles: [...two, dismissed('a1', 'a2')] });
    expect(setDisabled(shut, { ...who, isDisabled: false })).toEqual({
      account: [{ type: 'AccountEnabled', data: { by: 'a2' } }],
      roles: [],
    });
  });

  test('is refused for the last admin, by an account that is not an admin, and for an unknown account', () => {
    const last = given({ roles: [appointed('a1')] });
    expect(setDisabled(last, { account: 'a1', by: 'a1', isDisabled: true })).toEqual({ refusal: 'last-admin' });
    expect(setDisabled(last, { ...who, isDisabled: true })).toEqual({ refusal: 'not-allowed' });
    const unknown = given({ account: [], roles: [appointed('a2')] });
    expect(setDisabled(unknown, { ...who, isDisabled: true })).toEqual({ refusal: 'unknown-account' });
  });
});

/** Accounts and roles after any sequence of commands. */
class Town {
  readonly accounts = new Map<string, AccountState>();
  roles: RolesState = rolesType.initial;

  try(account: string, decide: (states: AccountAndRoles) => AccountAndRolesEvents | { refusal: string }): void {
    const before = this.accounts.get(account) ?? null;
    const decided = decide(frozen({ account: before, roles: this.roles }));
    if (isRefusal(decided)) return;
    const { account: events, roles } = decided as AccountAndRolesEvents;
    this.accounts.set(
      account,
      events.reduce((state, event) => accountType.evolve(state, event), before),
    );
    this.roles = roles.reduce((state, event) => rolesType.evolve(state, event), this.roles);
  }
}

const id = constantFrom('a1', 'a2', 'a3', 'a4');
const command = oneof(
  record({ kind: constant('register'), account: id, mayBeFirst: boolean() }),
  record({ kind: constant('role'), account: id, by: id, role: constantFrom('user', 'admin') }),
  record({ kind: constant('shut'), account: id, by: id, isDisabled: boolean() }),
  record({ kind: constant('delete'), account: id }),
);

test('after any sequence of commands there was one first admin, and since then always one who can sign in', () => {
  assert(
    property(array(command, { maxLength: 40 }), (commands) => {
      const town = new Town();
      let firsts = 0;
      for (const each of commands) {
        const had = town.roles.hasOwner;
        town.try(each.account, (states) => {
          if (each.kind === 'register') return register(states, { ...registration, ...each });
          if (each.kind === 'role') return changeRole(states, each);
          if (each.kind === 'shut') return setDisabled(states, each);
          return deleteAccount(states, { account: each.account, bookings: [] });
        });
        if (!had && town.roles.hasOwner) firsts += 1;
        const { admins, hasOwner } = town.roles;
        expect(admins.length > 0).toBe(hasOwner);
        expect(new Set(admins).size).toBe(admins.length);
        for (const admin of admins) expect(town.accounts.get(admin)?.status).toBe('active');
        const shut = [...town.accounts].filter(([, state]) => state?.status !== 'active');
        expect(shut.filter(([account]) => isAdmin(town.roles, account))).toEqual([]);
      }
      expect(firsts).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});
