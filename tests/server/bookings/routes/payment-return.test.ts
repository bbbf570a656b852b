import { describe, expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { DATE, PERSONAL } from '../../../events/facts.ts';
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

const TYPED = {
  service: ['half-day'],
  slot: [`${DATE}/am`],
  area: ['Ojai'],
  tasks: ['tv-mounting'],
  ...Object.fromEntries(Object.entries(PERSONAL).map(([name, value]) => [name, [value]])),
};

describe('coming back from paying', () => {
  test('leads to the confirmation once it is paid, and no cache keeps the way', async () => {
    const { ada, id } = await held();
    ada.pays();
    const response = await ada.request(`/book/return?checkout=${ada.checkout}`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(confirmationPath(id, 'half-day'));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('leads to the confirmation in any browser', async () => {
    const { site, ada, id } = await held();
    ada.pays();
    expect(await site.visitor().returns(ada.checkout)).toBe(`303 ${confirmationPath(id, 'half-day')}`);
  });

  test('unpaid, while the hold stands, leads to the form without reproach', async () => {
    const { ada } = await held();
    expect(await ada.returns()).toBe(FORM);
    expect(await ada.flashOn('/book')).toBeNull();
  });

  test('after the hold has lapsed explains that, and gives back what was typed', async () => {
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
      values: TYPED,
    });
  });

  test('explains until another page is opened', async () => {
    const { ada, lapse } = await held();
    await lapse();
    await ada.returns();
    await ada.flashOn('/book');
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'hold-lapsed' });
    await ada.flashOn('/pricing');
    expect(await ada.flashOn('/book')).toBeNull();
  });

  test('shows the typed values to no other visitor', async () => {
    const { site, ada, lapse } = await held();
    await lapse();
    for (const other of [site.visitor(), site.visitor()]) {
      await other.hold({ claim: 'pm', name: 'Ben Ortiz' });
      expect(await other.returns(ada.checkout)).toBe(FORM);
      expect(await other.flashOn('/book')).toMatchObject({ refusal: 'hold-lapsed', values: {} });
    }
  });

  test('after the slot was lost apologises, with the nearest that are open and what was typed', async () => {
    const { site, ada, lapse } = await held();
    ada.pays('late');
    await lapse();
    await site.visitor().holds({ claim: 'full' });
    site.clock.advance(MINUTE);
    expect(await ada.returns()).toBe(FORM);
    const flash = await ada.flashOn('/book');
    expect(flash).toMatchObject({ refusal: 'slot-lost', values: TYPED });
    expect(flash?.nearest.map(({ date }) => date)).toEqual(['2027-03-15', '2027-03-15', '2027-03-17', '2027-03-17']);
  });
});

describe('coming back with', () => {
  test.each(['', 'nothing', '1-guess', 'x'.repeat(255)])('an unknown checkout (%j) leads to the form', async (id) => {
    const { site, ada } = await held();
    const before = site.store.position;
    expect(await ada.returns(id)).toBe('303 /book');
    const flash = await ada.flashOn('/book');
    expect(flash?.refusal).toBe(id === '' ? undefined : 'not-found');
    expect(site.store.position).toBe(before);
  });

  test('no checkout, or one of endless length, leads to the form', async () => {
    const { ada } = await held();
    expect((await ada.request('/book/return')).headers.get('location')).toBe('/book');
    expect(await ada.returns('x'.repeat(256))).toBe('303 /book');
    expect(await ada.flashOn('/book')).toBeNull();
  });

  test('several checkouts in one address is taken for the first of them', async () => {
    const { ada, id } = await held();
    ada.pays();
    const response = await ada.request(`/book/return?checkout=${ada.checkout}&checkout=nothing`);
    expect(response.headers.get('location')).toBe(confirmationPath(id, 'half-day'));
    expect((await ada.request('/book/return?checkout=&checkout=nothing')).headers.get('location')).toBe('/book');
    expect(await ada.flashOn('/book')).toBeNull();
  });

  test("another shop's checkout leads to the form", async () => {
    const { site, ada } = await held();
    const request = { ...site.payments.checkouts[0]!, key: 'another shop', booking: 'b9' };
    const { id } = await site.sandbox.createCheckout(request);
    expect(await ada.returns(id)).toBe('303 /book');
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'not-found', values: {} });
  });

  test('the provider out of reach asks for patience, and the next try is confirmed', async () => {
    const { site, ada, id } = await held();
    ada.pays();
    site.payments.down.add('fetch');
    expect(await ada.returns()).toBe('303 /book');
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'payment-unclear' });
    expect(site.lines.join('')).toContain('the payment could not be looked up');
    site.payments.down.clear();
    expect(await ada.returns()).toBe(`303 ${confirmationPath(id, 'half-day')}`);
  });
});
