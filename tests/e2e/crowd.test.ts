import { priceField } from '#shared/booking/booking-form.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { BookingPage, person } from './booking-page.ts';
import { OWNER, openShop } from './shop.ts';

const shop = openShop();
const VISITORS = 50;

/** The page that one visitor of the crowd got. */
interface Outcome {
  readonly kind: 'pays' | 'too late';
  readonly nearest: number;
}

async function withScripts(index: number, date: string): Promise<Outcome> {
  const { name, email } = person(`Visitor ${index}`);
  const response = await shop.hold({ date: date as `${number}-${number}-${number}`, claim: 'am' }, { name, email });
  const body = (await response.json()) as { redirect?: string; refusal?: string; nearest?: unknown[] };
  if (response.status === 200 && body.redirect?.startsWith('/dev/pay/')) return { kind: 'pays', nearest: 0 };
  expect([response.status, body.refusal]).toEqual([409, 'slot-taken']);
  return { kind: 'too late', nearest: body.nearest?.length ?? 0 };
}

async function withoutScripts(index: number, date: string): Promise<Outcome> {
  const { name, email, area, address, phone } = person(`Visitor ${index}`);
  const fields = { service: 'half-day', slot: `${date}/am`, area, address, name, email, phone, notes: '' };
  const price = { [priceField('half-day')]: String(PRICE_CENTS['half-day']) };
  const body = new URLSearchParams({ ...fields, ...price, key: crypto.randomUUID() });
  const response = await shop.fetch(rpcPath('hold'), { method: 'POST', body });
  if (response.status === 303 && response.headers.get('location')?.startsWith('/dev/pay/'))
    return { kind: 'pays', nearest: 0 };
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('That time has just been taken');
  expect(page).toContain(`value="${email}"`);
  return { kind: 'too late', nearest: page.match(/value="slot:/g)?.length ?? 0 };
}

test('of fifty visitors who request one slot at once, one pays and forty-nine read why not and what is open', async () => {
  const date = await shop.day(1);
  const crowd = Array.from({ length: VISITORS }, (_, index) =>
    index % 2 === 0 ? withScripts(index, date) : withoutScripts(index, date),
  );
  const outcomes = await Promise.all(crowd);
  expect(outcomes.filter(({ kind }) => kind === 'pays')).toHaveLength(1);
  expect(outcomes.filter(({ kind, nearest }) => kind === 'too late' && nearest === 4)).toHaveLength(VISITORS - 1);
});

test('of visitors who pay at the last moment and new visitors, one gets the slot', async () => {
  const slot = { date: await shop.day(3), claim: 'pm' } as const;
  const late = new BookingPage(await shop.visit());
  await late.open(slot);
  await late.fillIn(person('Last Moment'));
  await late.sendToPay();
  await late.button('Pay late').click();
  await shop.passMinutes(31);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => shop.hold(slot)));
  const winners = crowd.filter(({ status }) => status === 200).length;
  expect(winners).toBeLessThanOrEqual(1);
  const subject = winners === 1 ? /^Sorry/ : /\(booked\)$/;
  expect((await shop.mail(person('Last Moment').email, subject)).text).toContain('$299');
  expect((await shop.mails()).filter(({ to }) => to === OWNER)).toHaveLength(1 - winners);
});
