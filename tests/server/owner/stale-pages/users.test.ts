import { BEN } from '../../accounts/town.ts';
import { type Case, type World, refusesStale } from './world.ts';

async function remove({ ben }: World): Promise<void> {
  await ben.deletes(BEN.password);
}

const USERS: readonly Case[] = [
  [
    'changeRole',
    'the account was deleted',
    'unknown-account',
    async (given) => ({ input: { account: given.account, role: 'admin' }, meanwhile: () => remove(given) }),
  ],
  [
    'changeRole',
    'the account was disabled',
    'cannot-sign-in',
    async ({ ada, account }) => ({
      input: { account, role: 'admin' },
      meanwhile: () => ada.call('setDisabled', { account, isDisabled: true }),
    }),
  ],
  [
    'changeRole',
    'the other admin gave up the role',
    'last-admin',
    async ({ ada, ben, account, own }) => {
      await ada.call('changeRole', { account, role: 'admin' });
      await ben.call('signIn', { email: BEN.email, password: BEN.password });
      return {
        input: { account: own, role: 'user' },
        meanwhile: () => ben.call('changeRole', { account, role: 'user' }),
      };
    },
  ],
  [
    'setDisabled',
    'the account was deleted',
    'unknown-account',
    async (given) => ({ input: { account: given.account, isDisabled: true }, meanwhile: () => remove(given) }),
  ],
  [
    'resendVerificationTo',
    'the account was deleted',
    'not-found',
    async (given) => ({ input: { account: given.account }, meanwhile: () => remove(given) }),
  ],
  [
    'resendVerificationTo',
    'the account was disabled',
    'cannot-sign-in',
    async ({ town, ada }) => {
      const eve = { ...BEN, email: 'eve@example.com' };
      await town.person().call('register', eve);
      const account = await town.idOf(eve.email);
      return { input: { account }, meanwhile: () => ada.call('setDisabled', { account, isDisabled: true }) };
    },
  ],
  [
    'signOutUser',
    'the account was deleted',
    'not-found',
    async (given) => ({ input: { account: given.account }, meanwhile: () => remove(given) }),
  ],
];

refusesStale('a command about a user', USERS);
