import { expect, test } from 'vitest';
import type { Store } from '#db/store.ts';
import { accountStream } from '#events/account/account.ts';
import { CAUSE } from '../changes.ts';
import { openIn } from '../folder.ts';

const PEOPLE = 2501;
/** A rebuild says where it is after at most so many events. */
const STEP = 300;

async function register(store: Store, name: string): Promise<void> {
  const account = name.replaceAll(' ', '-');
  await store.change({
    streams: { account: accountStream(account) },
    decide: (_, person) => ({
      account: [
        {
          type: 'AccountRegistered' as const,
          data: { person, isFirst: false, askedAt: 0, personal: { name, email: `${account}@example.com` } },
        },
      ],
    }),
    cause: CAUSE,
  });
}

/** More people than a search reads in one step. */
async function storeOfMany() {
  const open = openIn();
  const all = Array.from({ length: PEOPLE }, (_, index) => register(open.store, `person ${index}`));
  await Promise.all(all);
  return open.store;
}

test('a search finds all rows whose text contains the sought one, and those that are written while it reads the others', async () => {
  const store = await storeOfMany();
  const { users } = store.shownQueries();
  const found = users.keysContaining('person');
  await register(store, 'person of the last moment');
  expect(await users.row('person-of-the-last-moment')).toBeDefined();
  expect(await found).toHaveLength(PEOPLE + 1);
  expect(await users.keysContaining('last moment')).toEqual(['person-of-the-last-moment']);
  expect(await users.keysContaining('person 1234')).toEqual(['person-1234']);
});

test('a search that has begun when its read model is replaced reads the new one', async () => {
  const store = await storeOfMany();
  const { users } = store.shownQueries();
  let found: Promise<string[]> | undefined;
  await store.upkeep.rebuild('users', new AbortController().signal, (position) => {
    if (position > PEOPLE - STEP) found ??= users.keysContaining('person 2400');
  });
  expect(await found).toEqual(['person-2400']);
});
