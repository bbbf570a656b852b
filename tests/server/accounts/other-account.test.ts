/** Pages of one account that stay open while another account signs in to the same browser. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FORM_TOKEN_HEADER } from '#shared/account/form-token.ts';
import { priceField, slotValue } from '#shared/booking/booking-form.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { details } from '../bookings/visitor.ts';
import { ADA, BEN, openTown } from './town.ts';

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
