import { describe, expect, test } from 'vitest';
import { ADA, BEN, BENS_VISIT, books, openTown } from '../accounts/town.ts';

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
});
