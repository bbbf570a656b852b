import { userById } from '#db/projections/users.ts';
import { accountOf } from '#events/account.ts';
import { forgetAccount } from '../accounts/delete-account.ts';
import { follow } from './follower.ts';

/**
 * Brings the vault level with what the log says of accounts, where a crash came between the two: who has which address, and
 * who is to be forgotten. Usually it is done already by the request itself.
 */
export const accountUpkeep = follow({
  name: 'account-upkeep',
  types: ['AccountRegistered', 'EmailChanged', 'AccountDeleted'],
  async handle(event, dependencies) {
    const { store } = dependencies;
    const account = accountOf(event.stream);
    if (event.type === 'AccountDeleted') {
      const cause = { correlation: event.correlation, causation: event.id };
      return forgetAccount(dependencies, account, event.data.bookings, cause);
    }
    const address = (await userById(store.read.users, account))?.email_key;
    if (address && store.credentials.addressRow(address)?.account === account) {
      store.credentials.settleAddress(address, account);
    }
  },
});
