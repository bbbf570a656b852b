import { Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { FORM_TOKEN_HEADER, formTokenField } from '#shared/account/form-token.ts';
import { contract } from '#shared/calls/contract.ts';
import { readNdjson } from '#shared/calls/ndjson.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { picture } from '#tests/pictures.ts';
import type { AttackedSite, Threats } from './attacked-site.ts';
import { newKey, type Visitor } from './visitor.ts';

export const firstAndLastAdmin: Threats = {
  'of many who register first at once, one is the admin': async (site) => {
    expect(site.registrations.map(({ status }) => status)).toEqual(site.registrations.map(() => 200));
    const welcomed = site.registrations.filter(({ text }) => text.includes('"/app"'));
    expect(welcomed).toHaveLength(1);
    expect((await site.owner.session()).user?.role).toBe('admin');
  },
  'the last admin can neither give up the role, be disabled, nor leave': async (site) => {
    const account = await site.owner.account();
    const { password } = site.owner.who;
    for (const [name, input] of [
      ['changeRole', { account, role: 'user' }],
      ['setDisabled', { account, isDisabled: true }],
      ['deleteAccount', { password }],
    ] as const) {
      const { status, text } = await site.owner.call(name, input);
      expect([name, status, text]).toEqual([name, 409, expect.stringContaining('last-admin')]);
    }
  },
  'of two admins who take each other’s role at once, one stays': async (site) => {
    const other = await secondAdmin(site);
    const [first, second] = [await site.owner.account(), await other.account()];
    const answers = await Promise.all([
      other.call('changeRole', { account: first, role: 'user' }),
      site.owner.call('changeRole', { account: second, role: 'user' }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    // The owner is the admin of the other threats.
    const isLost = answers[0]?.status === 200;
    if (isLost) await other.done('changeRole', { account: first, role: 'admin' });
    if (isLost) await site.owner.signIn();
    await site.owner.done('changeRole', { account: second, role: 'user' });
  },
};

/** Gives up the own role. Returns the browser, and a copy of it from before. */
async function stepDown(site: AttackedSite) {
  const admin = await secondAdmin(site);
  const before = admin.copy();
  await admin.done('changeRole', { account: await admin.account(), role: 'user' });
  return { admin, before };
}

async function secondAdmin(site: AttackedSite, member = site.sharedMember('signs in')): Promise<Visitor> {
  const admin = await member;
  await site.owner.done('changeRole', { account: await admin.account(), role: 'admin' });
  await admin.signIn();
  return admin;
}

type Loss = (site: AttackedSite, admin: Visitor, elsewhere: Visitor) => Promise<unknown>;

/** Each ends an admin's rights. The admin is also signed in elsewhere. */
const LOSSES: Readonly<Record<string, Loss>> = {
  'a change of role': async ({ owner }, admin) =>
    owner.done('changeRole', { account: await admin.account(), role: 'user' }),
  'signing out everywhere': async ({ owner }, admin) => owner.done('signOutUser', { account: await admin.account() }),
  'giving up the role elsewhere': async (_, admin, elsewhere) =>
    elsewhere.done('changeRole', { account: await admin.account(), role: 'user' }),
  'signing out in another tab': (_, admin) => admin.copy().done('signOut', {}),
  'ending other sessions': (_, _admin, elsewhere) => elsewhere.done('endOtherSessions', {}),
};

/** Losses after which the account can't be used by other tests. */
const ENDING_THE_ACCOUNT: Readonly<Record<string, Loss>> = {
  disabling: async ({ owner }, admin) =>
    owner.done('setDisabled', { account: await admin.account(), isDisabled: true }),
  'a new password': (_, { who }, elsewhere) =>
    elsewhere.done('changePassword', { current: who.password, password: 'nine umbrellas in a hall' }),
  'deleting the account': (_, { who }, elsewhere) => elsewhere.done('deleteAccount', { password: who.password }),
};

/** A browser of an admin keeps nothing of its rights once they have ended. */
async function expectLost(site: AttackedSite, lose: Loss, member?: Promise<Visitor>): Promise<void> {
  const admin = await secondAdmin(site, member);
  const elsewhere = site.visitor(admin.who);
  await elsewhere.signIn();
  const payload = encodeURIComponent(JSON.stringify({ after: site.position }));
  const live = `${rpcPath('logEventsLive')}?payload=${payload}`;
  const headers = { cookie: admin.cookie, ...(await admin.tokenHeader()) };
  const stream = await site.stream(live, { from: admin.from, headers });
  onTestFinished(() => void stream.destroy());
  expect(stream.statusCode).toBe(200);
  const lines = readNdjson(Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>);
  await lines.next();
  const before = admin.copy();
  await lose(site, admin, elsewhere);
  for (const path of [live, rpcPath('stats'), rpcPath('profile')]) {
    const { status } = await before.copy().get(path);
    expect([path, status]).toEqual([path, 401]);
  }
  expect((await before.get('/app/admin')).headers.location).toMatch(/^\/login\?/);
  const rest = await Array.fromAsync(lines);
  expect(rest.length).toBeLessThan(10);
}

export const staleRights: Threats = {
  ...Object.fromEntries(
    Object.entries({ ...LOSSES, ...ENDING_THE_ACCOUNT }).map(([name, lose]) => [
      `${name} ends rights with the next request, and live views`,
      (site: AttackedSite) => expectLost(site, lose, name in ENDING_THE_ACCOUNT ? site.member() : undefined),
    ]),
  ),
  'an admin who gives up the role gets a new token, and loses the rights': async (site) => {
    const { admin, before } = await stepDown(site);
    expect([await admin.isSignedIn(), await before.isSignedIn()]).toEqual([true, false]);
    expect((await admin.query('stats', {})).status).toBe(403);
  },
};

const NAMES = Object.keys(contract) as (keyof typeof contract)[];

/** Calls that need no account. */
const OPEN = (
  'availability availabilityLive nextOpen hold currentHold forgetHold ownDetails ticket managedBooking ' +
  'rescheduleAvailability reschedule cancel correctDetails deleteVisitData forgetVisit addPhotos removePhoto session firstUser ' +
  'emailStatus register confirmation confirmEmail signIn signOut sendLinks forgotPassword resetLink resetPassword'
).split(' ');

/** Calls for each account. All others are the owner's. */
const OF_ACCOUNTS = (
  'dashboard bookings profile changeProfile changeEmail withdrawEmailChange resendVerification changePassword ' +
  'endSession endOtherSessions deleteAccount'
).split(' ');

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

/** What can be asked about a booking, with its id. */
function requestsAbout(eventId: string, photo: string) {
  const from = { date: '2027-03-01', claim: 'am' };
  const details = { name: 'Eve', phone: '805 555 0142', email: 'eve@example.com', area: 'Ojai', address: '1 Main St' };
  return {
    pages: [
      `/booking/${eventId}`,
      `/booking/${eventId}/reschedule`,
      `/booking/${eventId}/calendar.ics`,
      `/booking/${eventId}/photos/${photo}/full`,
      `/booking/${eventId}/photos/${photo}/small`,
    ],
    queries: { managedBooking: { eventId }, rescheduleAvailability: { eventId } },
    commands: {
      reschedule: { eventId, from, date: '2027-03-02', claim: 'pm', key: newKey() },
      cancel: { eventId, from, expects: 'refund', key: newKey() },
      correctDetails: { eventId, ...details },
      deleteVisitData: { eventId, from },
      removePhoto: { eventId, photo },
    },
  };
}

export const otherPeoplesBookings: Threats = {
  'a booking, its photos and its customer are not found by others, as if there were none': async (site) => {
    const guest = site.visitor();
    const notes = 'The key is under the blue pot';
    const eventId = await guest.book({ notes, address: '77 Kumquat Lane', phone: '805 555 0188' });
    await guest.get(await linkOf(site, guest));
    const photo = await addPhoto(guest, eventId);
    const own = requestsAbout(eventId, photo);
    for (const path of own.pages) expect([path, (await guest.get(path)).status]).toEqual([path, 200]);
    const none = requestsAbout(UNKNOWN, UNKNOWN);
    for (const stranger of [site.visitor(), await site.sharedMember()]) {
      for (const [index, path] of own.pages.entries()) {
        const [found, missing] = [await stranger.get(path), await stranger.get(none.pages[index] ?? '')];
        // A calendar file that isn't there leads to the booking's page.
        expect([path, found.status]).toEqual([path, path.endsWith('.ics') ? 303 : 404]);
        expect(missing.status).toBe(found.status);
        for (const secret of [notes, 'Kumquat', '555 0188', guest.who.email, guest.who.name])
          expect(found.text).not.toContain(secret);
      }
      for (const name of Object.keys(own.queries) as (keyof typeof own.queries)[]) {
        const [found, missing] = [
          await stranger.query(name, own.queries[name]),
          await stranger.query(name, none.queries[name]),
        ];
        expect([name, found.status, found.text]).toEqual([name, 404, missing.text]);
      }
      for (const name of Object.keys(own.commands) as (keyof typeof own.commands)[]) {
        const [found, missing] = [
          await stranger.call(name, own.commands[name]),
          await stranger.call(name, none.commands[name]),
        ];
        expect([name, found.status, found.text]).toEqual([name, 404, missing.text]);
      }
      const ticket = await addTicket(stranger);
      const added = await stranger.call('addPhotos', { eventId, tickets: [ticket] });
      expect(added.status).toBe(404);
    }
    expect((await guest.query('managedBooking', { eventId })).text).toContain(notes);
  },
  'a mailed link opens its own booking alone, and its secret is stored as a hash': async (site) => {
    const [one, two] = [site.visitor(), site.visitor()];
    const ids = [await one.book(), await two.book()];
    const link = await linkOf(site, one);
    const reader = site.visitor();
    const { status, headers } = await reader.get(link);
    expect([status, headers['referrer-policy'], headers['cache-control']]).toEqual([303, 'no-referrer', 'no-store']);
    const statuses = await Promise.all(
      ids.map(async (eventId) => (await reader.query('managedBooking', { eventId })).status),
    );
    expect(statuses).toEqual([200, 404]);
    for (const altered of [link.slice(0, -1), `${link}x`, link.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))]) {
      const other = site.visitor();
      await other.get(altered);
      expect((await other.query('managedBooking', { eventId: ids[0] })).status).toBe(404);
    }
    const token = link.slice('/manage/'.length);
    expect(site.filesWith([token]).filter((file) => !file.startsWith('mailbox'))).toEqual([]);
    for (const name of ['resetPassword', 'confirmEmail'])
      expect((await reader.call(name, { token, password: 'nine umbrellas in a hall' })).status).toBe(410);
  },
  'calls for accounts are refused to visitors, calls for admins to customers, before their input is read': async (
    site,
  ) => {
    const [visitor, member, before] = [site.visitor(), await site.sharedMember(), site.position];
    for (const name of NAMES.filter((each) => !OPEN.includes(each))) {
      const send = (who: Visitor) => (contract[name].method === 'POST' ? who.call(name, {}) : who.query(name));
      expect([name, (await send(visitor)).status]).toEqual([name, 401]);
      if (!OF_ACCOUNTS.includes(name)) expect([name, (await send(member)).status]).toEqual([name, 403]);
    }
    expect(site.position).toBe(before);
  },
  'one account can’t end the sessions of another': async (site) => {
    const [member, other] = [site.owner, await site.sharedMember()];
    const { text } = await other.query('profile');
    const [session] = (JSON.parse(text) as { sessions: { id: string }[] }).sessions;
    expect(session?.id).toBeTruthy();
    expect((await member.call('endSession', { id: session?.id })).status).toBe(404);
    expect(await other.isSignedIn()).toBe(true);
  },
};

export const pagesOfOtherAccounts: Threats = {
  'what a page of another account sends, or one without a token, is refused and shown to no other account': async (
    site,
  ) => {
    const [member, other] = [await site.member(), site.owner];
    const profile = { name: 'Written by Another', phone: '', address: '', area: '' };
    for (const token of ['', 'A'.repeat(16), await other.formToken()]) {
      const { status, text } = await member.call('changeProfile', profile, { headers: { [FORM_TOKEN_HEADER]: token } });
      expect([token, status, text]).toEqual([token, 409, expect.stringContaining('other-account')]);
      const posted = await member.post(
        rpcPath('changeProfile'),
        'application/x-www-form-urlencoded',
        new URLSearchParams({ [formTokenField(token)]: '', ...profile }).toString(),
      );
      expect([token, posted.status]).toEqual([token, 422]);
      expect(posted.text).not.toMatch(/Written by Another/);
    }
    expect((await member.session()).user?.name).toBe(member.who.name);
    await member.done('changeProfile', profile);
  },
};

/** The path of the link in the mail about a person's only booking. */
export async function linkOf(site: AttackedSite, { who }: Visitor): Promise<string> {
  const { text } = await site.mail(who.email, /booked/);
  return /\/manage\/[\w-]+/.exec(text)?.[0] ?? '';
}

/** Sends a photo. Returns its ticket. */
export async function addTicket(visitor: Visitor): Promise<string> {
  const { status, text } = await visitor.upload('/book/photos', [await picture()]);
  expect(status).toBe(200);
  return /name="photos" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

async function addPhoto(visitor: Visitor, eventId: string): Promise<string> {
  const tickets = [await addTicket(visitor)];
  const { photos } = (await visitor.done('addPhotos', { eventId, tickets })) as { photos: { id: string }[] };
  return photos[0]?.id ?? '';
}
