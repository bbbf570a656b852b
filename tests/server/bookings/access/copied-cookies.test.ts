/** Copied cookies, which the site cannot delete. */
import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { ADA, openTown } from '../../accounts/town.ts';
import { Customer, customer, UNKNOWN } from '../customer.ts';
import { stateOf } from '../../web/http/state-of.ts';
import { HOUR, openSite } from '../site.ts';

const DAY = 24 * HOUR;

test('a hold’s cookie gives access to name, address and notes for 24 hours only, however long it is stored', async () => {
  const site = openSite();
  const ada = site.visitor();
  await ada.holds();
  const copy = ada.copy();
  site.clock.advance(DAY - 1);
  expect(await copy.currentHold()).toMatchObject({ state: 'lapsed', details: { address: '12 Anacapa St' } });
  site.clock.advance(1);
  expect(await copy.currentHold()).toBeNull();
  site.clock.advance(40 * DAY);
  expect(await copy.currentHold()).toBeNull();
});

/** A browser in which an account holds a slot, and a copy of its cookies elsewhere. */
async function copied() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const id = await ada.browser.holds();
  const copy = town.visitor();
  copy.setCookie('hold', ada.browser.cookie('hold') ?? '');
  return { town, ada, copy, id, checkout: ada.browser.checkout };
}

test.each([true, false])(
  'a hold of an account gives no access elsewhere, while it is signed in: %s',
  async (isSignedIn) => {
    const { town, ada, copy, id, checkout } = await copied();
    expect(await ada.browser.currentHold()).toMatchObject({ state: 'standing', details: { name: 'Ada Reyes' } });
    if (!isSignedIn) await ada.call('signOut', {});
    expect(await copy.currentHold()).toBeNull();
    expect((await copy.availability({ from: DATE, to: DATE })).days).toMatchObject([{ am: 'gone' }]);
    town.clock.advance(HOUR);
    await expire(town, id, 'lapsed', { correlation: 'a test' });
    expect(await copy.returns(checkout)).toBe('303 /book?service=half-day');
    expect(await copy.flashOn('/book')).toMatchObject({ refusal: 'hold-lapsed', values: {} });
  },
);

test('a hold of an account cannot be corrected, swapped or released with a copy of its cookie', async () => {
  const { town, ada, copy, id } = await copied();
  await ada.call('signOut', {});
  expect(await copy.copy().hold({ name: 'Eve' })).toMatchObject({ refusal: 'slot-taken' });
  expect(await copy.copy().hold({ claim: 'pm' })).toMatchObject({ status: 200 });
  await copy.request(rpcPath('forgetHold'), { method: 'POST', body: new URLSearchParams() });
  expect(town.history(id)).toEqual(['SlotHeld', 'CheckoutOpened']);
});

test('an opened manage link is open for 24 hours in that browser', async () => {
  const site = openSite();
  const ada = await customer(site);
  const copy = new Customer(site, ada.visitor.copy(), ada.id);
  site.clock.advance(DAY - 1);
  expect(await copy.view()).toMatchObject({ kind: 'booking' });
  site.clock.advance(1);
  expect(await copy.view()).toEqual(UNKNOWN);
});

test('data from a browser’s cookie and calendar file gives no access elsewhere', async () => {
  const site = openSite();
  const ada = await customer(site);
  const token = (await ada.link()).slice('/manage/'.length);
  const file = await (await ada.visitor.request(`/booking/${ada.id}/calendar.ics`)).text();
  expect(file).toContain('LOCATION:12 Anacapa St');
  for (const text of [file.replaceAll('\r\n ', ''), JSON.stringify(stateOf(ada.visitor, site).get('links'))])
    expect(text).not.toContain(token);
});

test('signing out closes the visits whose links were opened there', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const guest = await customer(town, { email: 'somebody@example.com' });
  await ada.browser.request(await guest.link());
  const here = new Customer(town, ada.browser, guest.id);
  expect(await here.view()).toMatchObject({ kind: 'booking' });
  await ada.call('signOut', {});
  expect(await here.view()).toEqual(UNKNOWN);
});
