import { describe, expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { DATE, PERSONAL } from '../../../events/facts.ts';
import { BEN, openTown } from '../../accounts/town.ts';
import { MINUTE, openSite } from '../site.ts';

const CAUSE = { correlation: 'a test' };
const FORM = '303 /book?service=half-day';

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  const lapse = async () => {
    site.clock.advance(30 * MINUTE);
    await expire(site, id, 'lapsed', CAUSE);
  };
  return { site, ada, id, lapse };
}

const TYPED = { service: 'half-day', date: DATE, claim: 'am', area: 'Ojai', tasks: ['tv-mounting'], ...PERSONAL };

describe('the return from payment', () => {
  test('redirects to the confirmation once it is paid, without caching', async () => {
    const { ada, id } = await held();
    await ada.pays();
    const response = await ada.request(`/book/return?checkout=${ada.checkout}`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(confirmationPath(id, 'half-day'));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('unpaid with a valid hold redirects to the form without an error', async () => {
    const { ada } = await held();
    expect(await ada.returns()).toBe(FORM);
    expect(await ada.flashOn('/book')).toBeNull();
  });

  test('after the hold has expired explains that once, and the form keeps the typed values', async () => {
    const { ada, lapse } = await held();
    await lapse();
    expect(await ada.returns()).toBe(FORM);
    expect(await ada.flashOn('/book')).toEqual({
      page: '/book',
      refusal: 'hold-lapsed',
      fields: {},
      nearest: [
        { date: DATE, claim: 'am' },
        { date: DATE, claim: 'pm' },
        { date: '2027-03-15', claim: 'am' },
        { date: '2027-03-15', claim: 'pm' },
      ],
      values: {},
    });
    expect((await ada.currentHold())?.details).toMatchObject(TYPED);
    expect(await ada.flashOn('/book')).toBeNull();
  });

  test('after the slot was lost has an apology, the nearest open slots and the typed values', async () => {
    const { site, ada, lapse } = await held();
    await ada.pays('late');
    await lapse();
    await site.visitor().holds({ claim: 'full' });
    site.clock.advance(MINUTE);
    expect(await ada.returns()).toBe(FORM);
    const flash = await ada.flashOn('/book');
    expect(flash).toMatchObject({ refusal: 'slot-lost', values: {} });
    expect((await ada.currentHold())?.details).toMatchObject(TYPED);
    expect(flash?.nearest.map(({ date }) => date)).toEqual(['2027-03-15', '2027-03-15', '2027-03-17', '2027-03-17']);
  });
});

describe('the return with', () => {
  test.each(['', 'nothing', '1-guess', 'x'.repeat(255)])(
    'an unknown checkout (%j) redirects to the form',
    async (id) => {
      const { site, ada } = await held();
      const before = site.store.position;
      expect(await ada.returns(id)).toBe('303 /book');
      const flash = await ada.flashOn('/book');
      expect(flash?.refusal).toBe(id === '' ? undefined : 'not-found');
      expect(site.store.position).toBe(before);
    },
  );

  test('an unreachable provider asks to retry, and the next attempt is confirmed', async () => {
    const { site, ada, id } = await held();
    await ada.pays();
    site.payments.down.add('fetch');
    expect(await ada.returns()).toBe('303 /book');
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'payment-unclear' });
    expect(site.lines.join('')).toContain('payment not queried');
    site.payments.down.clear();
    expect(await ada.returns()).toBe(`303 ${confirmationPath(id, 'half-day')}`);
  });
});

test('a payment for a hold that ended with its address’s account is refunded, and the page promises no mail', async () => {
  const town = openTown();
  await town.resident();
  const ben = await town.resident(BEN);
  const guest = town.visitor();
  await guest.holds({ email: BEN.email });
  await ben.call('deleteAccount', { password: BEN.password });
  await guest.pays();
  expect(await guest.returns()).toBe(FORM);
  expect(await guest.flashOn('/book')).toMatchObject({ refusal: 'left-with-account' });
});
