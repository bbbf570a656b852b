/** What an open page of the owner may still do once its rights are gone: live streams end, and commands are refused. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as ownerCalls from '#server/owner/calls.ts';
import { contract } from '#shared/calls/contract.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { FORM_TOKEN_HEADER } from '#shared/account/form-token.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { ADA, BEN, type Person, type Town, openTown } from '../accounts/town.ts';

const SECOND = 1000;

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

type Admins = Awaited<ReturnType<typeof twoAdmins>>;

/** Another browser of Ben's. */
async function elsewhere(town: Town): Promise<Person> {
  const person = town.person();
  await person.call('signIn', { email: BEN.email, password: BEN.password });
  return person;
}

/** Each ends Ben's rights. */
const LOSSES: readonly (readonly [string, (admins: Admins) => Promise<unknown>])[] = [
  ['another admin takes the role', ({ ada, account }) => ada.call('changeRole', { account, role: 'user' })],
  [
    'the admin gives the role up elsewhere',
    async ({ town, account }) => (await elsewhere(town)).call('changeRole', { account, role: 'user' }),
  ],
  ['the account is disabled', ({ ada, account }) => ada.call('setDisabled', { account, isDisabled: true })],
  ['the account is signed out everywhere', ({ ada, account }) => ada.call('signOutUser', { account })],
  ['the browser signs out in another tab', ({ ben }) => ben.call('signOut', {})],
  ['another browser ends the sign-in', async ({ town }) => (await elsewhere(town)).call('endOtherSessions', {})],
  [
    'the password changes elsewhere',
    async ({ town }) =>
      (await elsewhere(town)).call('changePassword', { current: BEN.password, password: 'nine umbrellas in a hall' }),
  ],
  ['the account is deleted', async ({ town }) => (await elsewhere(town)).deletes(BEN.password)],
];

describe.each(LOSSES)('when %s', (_, lose) => {
  test('the live streams end within a second, also idle ones, and new ones are refused', async () => {
    const admins = await twoAdmins();
    const { town, ben } = admins;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const headers = { [FORM_TOKEN_HEADER]: (await ben.formToken()) ?? '' };
    const payload = encodeURIComponent(JSON.stringify({ after: town.store.position }));
    const paths = [`${rpcPath('logEventsLive')}?payload=${payload}`];
    const streams = await Promise.all(
      paths.map(async (path) => {
        const response = await ben.browser.request(path, { headers });
        expect(response.headers.get('content-type')).toContain('ndjson');
        const lines = readNdjson(response.body!);
        expect(await lines.next()).toMatchObject({ done: false });
        return lines;
      }),
    );
    const last = Promise.all(streams.map((lines) => lines.next()));
    await town.clock.idle();
    await lose(admins);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(await last).toMatchObject([{ done: true }]);
    for (const path of paths) expect((await ben.browser.request(path)).status).toBe(401);
  });
});

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
