import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { factsOf } from '#server/owner/event-facts.ts';
import { ADA, BEN, BENS_VISIT, books, openTown } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';
import { EVERY_EVENT } from '../../events/every-event.ts';

describe('the log', () => {
  test('is shown newest first, with ids and facts in place of personal data', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const visit = await books(town, ben, BEN.email);
    const { status, body } = await ada.ask('logEvents', {});
    expect(status).toBe(200);
    const { events, hasOlder } = body;
    expect(events.map(({ position }) => position)).toEqual(
      Array.from({ length: town.store.position }, (_, index) => town.store.position - index),
    );
    expect(hasOlder).toBe(false);
    const held = events.find(({ type }) => type === 'SlotHeld');
    expect(held).toMatchObject({ stream: `booking-${visit}`, at: expect.any(Number), version: expect.any(Number) });
    expect(held?.facts).toContainEqual({ name: 'service', value: 'half-day' });
    const text = JSON.stringify(body);
    for (const secret of [ADA.name, ADA.email, BEN.name, BEN.email, BENS_VISIT.address, BENS_VISIT.notes])
      expect(text).not.toContain(secret);
  });

  test('is read in pages by position', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    for (let index = 0; index < 30; index++) await town.resident({ ...BEN, email: `b${index}@example.com` });
    const first = (await ada.ask('logEvents', {})).body;
    expect([first.events.length, first.hasOlder]).toEqual([50, true]);
    const before = first.events.at(-1)!.position;
    const second = (await ada.ask('logEvents', { before })).body;
    expect(second.events[0]?.position).toBe(before - 1);
  });

  test('is filtered by type and stream', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.resident(BEN);
    const account = await town.idOf(BEN.email);
    const registered = (await ada.ask('logEvents', { type: 'AccountRegistered' })).body.events;
    expect(registered.map(({ type }) => type)).toEqual(['AccountRegistered', 'AccountRegistered']);
    const stream = `account-${account}`;
    const own = (await ada.ask('logEvents', { stream })).body.events;
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.map((event) => event.stream))).toEqual(new Set([stream]));
    expect((await ada.ask('logEvents', { stream, type: 'AccountRegistered' })).body.events).toHaveLength(1);
    expect((await ada.ask('logEvents', { type: 'Nothing' })).body.events).toEqual([]);
  });

  test('is filtered by a booking’s reference, as it is typed, whether it is paid or not', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const paid = await books(town, await town.resident(BEN), BEN.email);
    const held = await town.person().browser.holds({ date: DATE, claim: 'pm' });
    for (const id of [paid, held]) {
      for (const stream of [referenceOf(id), ` ${referenceOf(id).toLowerCase()} `]) {
        const { events } = (await ada.ask('logEvents', { stream })).body;
        expect(new Set(events.map((event) => event.stream))).toEqual(new Set([`booking-${id}`]));
      }
    }
    expect((await ada.ask('logEvents', { stream: 'A0000000' })).body.events).toEqual([]);
  });

  test('is filtered by the days of the business time zone, the last one included', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const from = new Date(town.clock.now()).toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
    const day = from as `${number}-${number}-${number}`;
    const count = town.store.position;
    town.clock.advance(24 * 3_600_000);
    await town.resident(BEN);
    const among = async (range: object) => (await ada.ask('logEvents', range)).body.events.map((each) => each.position);
    expect(await among({ to: day })).toEqual(Array.from({ length: count }, (_, index) => count - index));
    expect(await among({ from: day })).toHaveLength(town.store.position);
    expect((await among({ from: '2999-01-01' })).length).toBe(0);
    expect((await among({ to: '9999-12-31' })).length).toBe(town.store.position);
  });

  test('is refused to an account that is not an admin’s', async () => {
    const town = openTown();
    await town.resident(ADA);
    const ben = await town.resident(BEN);
    expect((await ben.ask('logEvents', {})).status).toBe(403);
    expect((await town.person().ask('logEvents', {})).status).toBe(401);
  });
});

describe('facts', () => {
  test('have no personal data, and no text of more than a word', () => {
    for (const { data } of Object.values(EVERY_EVENT)) {
      const names = factsOf(data).map(({ name }) => name);
      expect(names.filter((name) => name.startsWith('personal'))).toEqual([]);
    }
    const { data } = EVERY_EVENT.RefundFailed;
    expect(factsOf(data)).toEqual([
      { name: 'payment', value: 'pay1' },
      { name: 'attempt', value: 1 },
    ]);
    expect(factsOf({ to: 'ada@example.com', note: 'Ring twice' })).toEqual([]);
  });

  test('name the parts of an object and join a list', () => {
    expect(factsOf({ from: { date: '2027-03-20', units: ['am', 'pm'] }, tasks: [], gone: null })).toEqual([
      { name: 'from.date', value: '2027-03-20' },
      { name: 'from.units', value: 'am, pm' },
    ]);
  });
});
