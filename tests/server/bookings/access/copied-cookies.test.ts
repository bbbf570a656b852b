/** Copied cookies, which the site cannot delete. */
import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { DATE } from '../../../events/facts.ts';
import { ADA, openTown } from '../../accounts/town.ts';
import { Customer, customer, UNKNOWN } from '../customer.ts';
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
    expect(await copy.day(DATE)).toMatchObject({ am: 'gone' });
    town.clock.advance(HOUR);
    await expire(town, id, 'lapsed', { correlation: 'a test' });
    expect(await copy.returns(checkout)).toBe('303 /book?service=half-day');
    expect(await copy.flashOn('/book')).toMatchObject({ refusal: 'hold-lapsed', values: {} });
  },
);

test('an opened manage link is open for 24 hours in that browser', async () => {
  const site = openSite();
  const ada = await customer(site);
  const copy = new Customer(site, ada.visitor.copy(), ada.id);
  site.clock.advance(DAY - 1);
  expect(await copy.view()).toMatchObject({ kind: 'booking' });
  site.clock.advance(1);
  expect(await copy.view()).toEqual(UNKNOWN);
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
