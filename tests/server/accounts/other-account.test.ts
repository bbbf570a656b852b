/** Pages of one account that stay open while another account signs in to the same browser. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { wordAccountRefusal } from '#client/wording/account-refusals.ts';
import { handlers } from '#server/calls.ts';
import { renderPage } from '#server/web/render/render-page.tsx';
import { FORM_TOKEN_HEADER, formTokenField } from '#shared/account/form-token.ts';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { priceField, slotValue } from '#shared/booking/booking-form.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { NOW } from '../../events/facts.ts';
import { openSite } from '../bookings/site.ts';
import { details } from '../bookings/visitor.ts';
import { ADA, BEN, books, openTown } from './town.ts';

const PROFILE = { name: 'Ada Reyes', phone: '+1 805 555 0142', address: '7 Long Lane', area: '' } as const;

/** A browser with open pages of Ada’s, in which Ben has signed in since. */
async function turnedOver() {
  const town = openTown();
  const browser = await town.resident(ADA);
  await town.resident(BEN);
  const adas = await browser.formToken();
  await browser.call('signOut', {});
  await browser.call('signIn', { email: BEN.email, password: BEN.password });
  return { town, browser, adas };
}

test('the pages of each account have a token of their own, which tells nothing about its id', async () => {
  const { town, browser, adas } = await turnedOver();
  const bens = await browser.formToken();
  expect(bens).toMatch(/^[\w-]{16}$/);
  expect(bens).not.toBe(adas);
  expect(await town.idOf(BEN.email)).not.toContain(bens);
});

describe('a form from the page of an account that was signed in before', () => {
  test('changes nothing as a call', async () => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    expect(await browser.call('changeProfile', PROFILE, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
    expect(town.store.position).toBe(before);
    expect(await browser.profile()).toMatchObject({ name: BEN.name, address: '' });
    expect(await browser.call('changeProfile', PROFILE, await browser.formToken())).toMatchObject({ status: 200 });
  });

  test('changes nothing as a plain form, and the other account gets none of the typed values', async () => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    const form = { form: 'changeProfile', ...PROFILE };
    const { location, flash } = await browser.post('changeProfile', form, adas);
    expect(location).toBe('/app/profile');
    expect(flash).toMatchObject({ refusal: 'other-account', values: {}, fields: {} });
    expect(town.store.position).toBe(before);
    expect((await browser.post('changeProfile', form)).flash).toMatchObject({ notice: 'profile-saved' });
  });

  test('is not done without its token, either', async () => {
    const { town, browser } = await turnedOver();
    const before = town.store.position;
    expect(await browser.call('changeProfile', PROFILE, null)).toMatchObject({ status: 409, refusal: 'other-account' });
    const { flash } = await browser.post('changeProfile', { form: 'changeProfile', ...PROFILE }, null);
    expect(flash).toMatchObject({ refusal: 'other-account', values: {} });
    expect(town.store.position).toBe(before);
  });

  test.each([
    ['changeEmail', { email: 'new@example.com', password: BEN.password }],
    ['changePassword', { current: BEN.password, password: 'eleven green bottles' }],
    ['deleteAccount', { password: BEN.password }],
    ['endOtherSessions', {}],
    ['resendVerification', {}],
    ['withdrawEmailChange', {}],
  ] as const)('%s is refused with any input', async (name: AccountCommand, input) => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    expect(await browser.call(name, input as never, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
    expect(town.store.position).toBe(before);
    expect(await browser.isSignedIn()).toBe(true);
  });
});

describe('a booking form from the page of an account that was signed in before', () => {
  const { date, claim, tasks, price, ...texts } = details({ notes: 'the key is under the mat' });
  const shown = { [priceField(texts.service)]: String(price) };
  const fields = { ...texts, ...shown, slot: slotValue({ date, claim }), tasks: tasks[0]!, key: randomUUID() };

  test('holds nothing as a call; from a page without an account or of the current one it does', async () => {
    const { town, browser, adas } = await turnedOver();
    const before = town.store.position;
    const input = { ...details(), key: randomUUID() };
    expect(await browser.call('hold', input, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
    expect(town.store.position).toBe(before);
    expect(await browser.browser.currentHold()).toBeNull();
    expect(await browser.call('hold', input)).toMatchObject({ status: 200 });
    expect(await browser.call('hold', input, null)).toMatchObject({ status: 200 });
  });

  test.each([
    ['to pay', {}],
    ['with something wrong in it', { email: 'no address' }],
    ['to see another month', { show: 'month:2027-04' }],
  ])(
    'sent as a plain form %s holds nothing, starts empty, and gives the other account none of the typed values',
    async (_, more) => {
      const { town, browser, adas } = await turnedOver();
      const before = town.store.position;
      const { location, flash } = await browser.post('hold', { ...fields, step: 'person', ...more }, adas);
      expect(location).toBe('/book');
      expect(flash).toMatchObject({ refusal: 'other-account', values: {}, fields: {} });
      expect(town.store.position).toBe(before);
    },
  );

  test('holds nothing once no account is signed in: its visitor reads so, and books as a guest by pressing again', async () => {
    const { town, browser, adas } = await turnedOver();
    await browser.call('signOut', {});
    const before = town.store.position;
    const input = { ...details(), key: randomUUID() };
    expect(await browser.call('hold', input, adas)).toMatchObject({ status: 409, refusal: 'session-ended' });
    const { location, flash } = await browser.post('hold', fields, adas);
    expect([location, flash?.refusal]).toEqual(['/book?service=half-day', 'session-ended']);
    expect(town.store.position).toBe(before);
    // The page that answered the form is a guest's.
    expect(await browser.call('hold', { ...input, key: randomUUID() })).toMatchObject({ status: 200 });
  });
});

test('signing out works from the page of any account', async () => {
  const { browser, adas } = await turnedOver();
  expect(await browser.call('signOut', {}, adas)).toMatchObject({ status: 200 });
  expect(await browser.isSignedIn()).toBe(false);
});

test('the page that answers says so, whichever form was sent, and repeats nothing', { timeout: 20_000 }, async () => {
  const town = openTown(() => openSite(NOW, {}, 0, renderPage));
  const ada = await town.resident(ADA);
  const eventId = await books(town, town.person(), 'guest@example.com');
  const forms = Object.entries(handlers).filter(([, { access, form }]) => access !== undefined && form !== undefined);
  expect(forms.length).toBeGreaterThan(20);
  const { title } = wordAccountRefusal('other-account');
  for (const [name] of forms) {
    const response = await ada.browser.request(rpcPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ [formTokenField('bens')]: '', form: name, eventId, name: 'Long Lane' }).toString(),
    });
    const text = await response.text();
    expect([name, response.status, text.includes(title)]).toEqual([name, 422, true]);
    expect(text).not.toContain('Long Lane');
  }
});

test('a page reads nothing of an account that has signed in since', async () => {
  const { town, browser, adas } = await turnedOver();
  const headers = { [FORM_TOKEN_HEADER]: adas ?? '' };
  for (const name of ['session', 'ownDetails', 'profile'] as const) {
    const response = await browser.browser.request(rpcPath(name), { headers });
    expect([name, response.status]).toEqual([name, 409]);
    expect(await response.text()).not.toContain(BEN.email);
  }
  const guest = town.person();
  const response = await guest.browser.request(rpcPath('session'), { headers });
  expect(await response.json()).toEqual({ authenticated: false, user: null });
});

test('an admin’s command from another admin’s page is refused', async () => {
  const { town, browser: ben, adas } = await turnedOver();
  const ada = town.person();
  await ada.call('signIn', { email: ADA.email, password: ADA.password });
  const account = await town.idOf(BEN.email);
  await ada.call('changeRole', { account, role: 'admin' });
  await ben.call('signIn', { email: BEN.email, password: BEN.password });
  const input = { account: await town.idOf(ADA.email), role: 'user' } as const;
  expect(await ben.call('changeRole', input, adas)).toMatchObject({ status: 409, refusal: 'other-account' });
  const { location, flash } = await ben.post('changeRole', { ...input, from: 'page=2' }, adas);
  expect([location, flash?.refusal]).toEqual(['/app/admin/users', 'other-account']);
  expect(await ben.call('changeRole', input)).toMatchObject({ status: 200 });
});

test('a hold of an account is not shown to the next account in the browser; a guest’s hold stays visible', async () => {
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
