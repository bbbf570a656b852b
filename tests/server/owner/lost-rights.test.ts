/** What an open page of the owner may still do once its rights are gone. */
import { describe, expect, test } from 'vitest';
import * as ownerCalls from '#server/owner/calls.ts';
import { contract } from '#shared/calls/contract.ts';
import { ADA, BEN, openTown } from '../accounts/town.ts';

/** A second admin, Ben, whose rights end in a test. */
async function twoAdmins() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const ben = await town.resident(BEN);
  const account = await town.idOf(BEN.email);
  await ada.call('changeRole', { account, role: 'admin' });
  await ben.call('signIn', { email: BEN.email, password: BEN.password });
  return { town, ada, ben, account };
}

/** The commands of the owner's pages. Access is checked before the input. */
const COMMANDS = Object.keys(ownerCalls).filter(
  (name): name is keyof typeof ownerCalls => contract[name as keyof typeof ownerCalls].method === 'POST',
);

test('every call of the owner’s pages is for admins', () => {
  expect(COMMANDS).toContain('changeRole');
  for (const [name, { access }] of Object.entries(ownerCalls)) expect([name, access]).toEqual([name, 'admin']);
});

describe('from a page that was opened by an admin whose role is gone', () => {
  test.each(COMMANDS)('%s does nothing, and leads to the sign-in page', async (command) => {
    const { town, ada, ben, account } = await twoAdmins();
    const token = await ben.formToken();
    await ada.call('changeRole', { account, role: 'user' });
    const before = town.store.position;
    expect(await ben.call(command, {}, token)).toMatchObject({ status: 401, refusal: 'not-signed-in' });
    const { location, flash } = await ben.post(command, {});
    expect(new URL(location, 'http://site').pathname).toBe('/login');
    expect(flash?.refusal).toMatch(/^signed-out/);

    await ben.call('signIn', { email: BEN.email, password: BEN.password });
    expect(await ben.call(command, {}, token)).toMatchObject({ status: 403, refusal: 'not-allowed' });
    expect((await ben.post(command, {})).location).toMatch(/^\/login\?reset=session&redirect=%2Fapp%2Fadmin/);
    expect(town.store.position).toBe(before);
  });
});
