/** Pages of one account that stay open while another account signs in to the same browser. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { pageOwnerField } from '#shared/account/page-owner.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { details } from '../bookings/visitor.ts';
import { ADA, BEN, openTown } from './town.ts';

const PROFILE = { name: 'Ada Reyes', phone: '+1 805 555 0142', address: '7 Long Lane', area: '' } as const;

/** A browser in which Ada’s pages stand open, and Ben has signed in since. */
async function turnedOver() {
  const town = openTown();
  const browser = await town.resident(ADA);
  await town.resident(BEN);
  const adas = await browser.mark();
  await browser.call('signOut', {});
  await browser.call('signIn', { email: BEN.email, password: BEN.password });
  return { town, browser, adas };
}

test('the pages of each account say whose they are, and not by its id', async () => {
  const { town, browser, adas } = await turnedOver();
  const bens = await browser.mark();
  expect(bens).toMatch(/^[\w-]{16}$/);
  expect(bens).not.toBe(adas);
  expect(await town.idOf(BEN.email)).not.toContain(bens);
});

describe('a form from the page of an account that was signed in before', () => {
  test('changes nothing when it is sent by a script', async () => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    expect(await browser.call('changeProfile', PROFILE, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
    expect(town.store.position).toBe(before);
    expect(await browser.profile()).toMatchObject({ name: BEN.name, address: '' });
    expect(await browser.call('changeProfile', PROFILE, await browser.mark())).toMatchObject({ status: 200 });
  });

  test('changes nothing as a plain form, and none of what was typed is given to the other', async () => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    const { location, flash } = await browser.post('changeProfile', {
      form: 'changeProfile',
      [pageOwnerField(adas)]: '',
      ...PROFILE,
    });
    expect(location).toBe('/app/profile');
    expect(flash).toMatchObject({ refusal: 'other-account', values: {}, fields: {} });
    expect(town.store.position).toBe(before);
    const bens = { form: 'changeProfile', [pageOwnerField(await browser.mark())]: '', ...PROFILE };
    expect((await browser.post('changeProfile', bens)).flash).toMatchObject({ notice: 'profile-saved' });
  });

  test.each([
    ['changeEmail', { email: 'new@example.com', password: BEN.password }],
    ['changePassword', { current: BEN.password, password: 'eleven green bottles' }],
    ['deleteAccount', { password: BEN.password }],
    ['endOtherSessions', {}],
    ['resendVerification', {}],
    ['withdrawEmailChange', {}],
  ] as const)('%s is refused whatever stands in it', async (name: AccountCommand, input) => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    expect(await browser.call(name, input as never, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
    expect(town.store.position).toBe(before);
    expect(await browser.isSignedIn()).toBe(true);
  });
});

describe('a booking form from the page of an account that was signed in before', () => {
  const { date, claim, tasks, ...texts } = details({ notes: 'the key is under the mat' });
  const fields = { ...texts, slot: slotValue({ date, claim }), tasks: tasks[0]!, key: randomUUID() };

  test('holds nothing when it is sent by a script; from a page that says no account or one’s own it does', async () => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    const input = { ...details(), key: randomUUID() };
    expect(await browser.call('hold', input, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
    expect(town.store.position).toBe(before);
    expect(await browser.browser.currentHold()).toBeNull();
    const own = (await browser.ask('ownDetails')).body?.user.mark;
    expect(await browser.call('hold', input, own)).toMatchObject({ status: 200 });
    expect(await browser.call('hold', input)).toMatchObject({ status: 200 });
  });

  test.each([
    ['to pay', {}],
    ['with something wrong in it', { email: 'no address' }],
    ['to see another month', { show: 'month:2027-04' }],
  ])(
    'sent as a plain form %s holds nothing, begins anew, and gives the other nothing of what was typed',
    async (_, more) => {
      const { town, browser, adas } = await turnedOver();
      const before = town.store.position;
      const { location, flash } = await browser.post('hold', {
        ...fields,
        step: 'person',
        [pageOwnerField(adas)]: '',
        ...more,
      });
      expect(location).toBe('/book');
      expect(flash).toMatchObject({ refusal: 'other-account', values: {}, fields: {} });
      expect(town.store.position).toBe(before);
    },
  );

  test('holds nothing once no account is signed in: its visitor is told, and books as a guest by pressing once more', async () => {
    const { town, browser, adas } = await turnedOver();
    await browser.call('signOut', {});
    const before = town.store.position;
    const input = { ...details(), key: randomUUID() };
    expect(await browser.call('hold', input, adas)).toMatchObject({ status: 409, refusal: 'session-ended' });
    const { location, flash } = await browser.post('hold', { ...fields, [pageOwnerField(adas)]: '' });
    expect([location, flash?.refusal]).toEqual(['/book?service=half-day', 'session-ended']);
    expect(town.store.position).toBe(before);
    // What the page sends from then on: it is no account's any more.
    expect(await browser.call('hold', { ...input, key: randomUUID() }, '')).toMatchObject({ status: 200 });
  });

  test('that is to be a guest’s is refused when an account has signed in before it was sent', async () => {
    const { browser } = await turnedOver();
    const input = { ...details(), key: randomUUID() };
    expect(await browser.call('hold', input, '')).toMatchObject({ status: 409, refusal: 'other-account' });
  });
});

test('signing out works from the page of any account', async () => {
  const { browser, adas } = await turnedOver();
  expect(await browser.call('signOut', {}, adas)).toMatchObject({ status: 200 });
  expect(await browser.isSignedIn()).toBe(false);
});

test('an admin’s command from a page of another admin is refused, one that does not say whose page it was is not', async () => {
  const { town, browser: ben, adas } = await turnedOver();
  const ada = town.person();
  await ada.call('signIn', { email: ADA.email, password: ADA.password });
  const account = await town.idOf(BEN.email);
  await ada.call('changeRole', { account, role: 'admin' });
  await ben.call('signIn', { email: BEN.email, password: BEN.password });
  const input = { account: await town.idOf(ADA.email), role: 'user' } as const;
  expect(await ben.call('changeRole', input, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
  const { location, flash } = await ben.post('changeRole', { ...input, [pageOwnerField(adas)]: '', from: 'page=2' });
  expect([location, flash?.refusal]).toEqual(['/app/admin/users?page=2', 'other-account']);
  expect(await ben.call('changeRole', input)).toMatchObject({ status: 200 });
});

test('what an account holds is not shown to the next one that signs in over it; what a guest holds stays theirs', async () => {
  const town = openTown();
  const browser = await town.resident(ADA);
  await town.resident(BEN);
  await browser.browser.holds({ claim: 'am' });
  expect(await browser.browser.currentHold()).toMatchObject({ state: 'standing' });
  await browser.call('signIn', { email: BEN.email, password: BEN.password });
  expect(await browser.browser.currentHold()).toBeNull();

  await browser.call('signOut', {});
  await browser.browser.holds({ claim: 'pm' });
  await browser.call('signIn', { email: BEN.email, password: BEN.password });
  expect(await browser.browser.currentHold()).toMatchObject({ state: 'standing' });
});
