/** The idempotency key and body of a hold, repeated by the browser that lost the response, or by another sender. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { ADA, BEN, openTown } from '../../accounts/town.ts';
import { MINUTE, type Site, openSite } from '../site.ts';
import { type Visitor, details } from '../visitor.ts';

const KEY = randomUUID();
const NOT_HELD = { status: 409, refusal: 'not-held' };

describe('a browser that lost the response', () => {
  test('gets its hold and the checkout, while the hold is unchanged', async () => {
    const site = openSite();
    const first = await site.visitor().hold({}, KEY);
    const before = site.store.position;
    site.clock.advance(30 * MINUTE - 1);
    const again = site.visitor();
    expect(await again.hold({}, KEY)).toEqual(first);
    expect(await again.currentHold()).toMatchObject({ state: 'standing', details: { name: 'Ada Reyes' } });
    expect(site.store.position).toBe(before);
  });
});

describe('a sender with only key and body gets nothing', () => {
  test.each([
    [
      'was corrected',
      'not-held',
      async ({ ada }) => void (await ada.hold({ name: 'Ada R.', notes: 'The key is under the mat' })),
    ],
    [
      'was given back',
      'overtaken',
      async ({ ada }) =>
        void (await ada.request(rpcPath('forgetHold'), { method: 'POST', body: new URLSearchParams() })),
    ],
    ['was traded', 'overtaken', async ({ ada }) => void (await ada.hold({ claim: 'pm' }))],
    [
      'is paid',
      'not-held',
      async ({ ada }) => {
        await ada.pays();
        await ada.returns();
      },
    ],
    ['is over', 'not-held', ({ site }) => Promise.resolve(site.clock.advance(30 * MINUTE))],
  ] satisfies [string, string, (parts: { site: Site; ada: Visitor }) => Promise<void>][])(
    'once the hold %s',
    async (_, refusal, become) => {
      const site = openSite();
      const ada = site.visitor();
      await ada.hold({}, KEY);
      await become({ site, ada });
      const before = site.store.position;
      const other = site.visitor();
      expect(await other.hold({}, KEY)).toMatchObject({ status: 409, refusal });
      expect(other.cookie('hold')).toBeUndefined();
      expect(site.store.position).toBe(before);
    },
  );

  test('of an account’s hold, signed out or signed in to another account; the account itself gets it again', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const input = { ...details(), key: KEY };
    const first = await ada.call('hold', input);
    for (const other of [ben, town.person()]) {
      expect(await other.call('hold', input)).toMatchObject(NOT_HELD);
      expect(other.browser.cookie('hold')).toBeUndefined();
    }
    const phone = town.person();
    await phone.call('signIn', { email: ADA.email, password: ADA.password });
    expect(await phone.call('hold', input)).toEqual(first);
    expect(await phone.browser.currentHold()).toMatchObject({ state: 'standing' });
  });
});
