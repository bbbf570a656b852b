import { describe, expect, test } from 'vitest';
import { type Upcast, currentVersion, eventShapes, upcast } from '#events/registry.ts';
import { EVERY_EVENT } from './every-event.ts';

describe('the registry', () => {
  test('has a shape for every event type, and for no other', () => {
    expect(Object.keys(eventShapes).sort()).toEqual(Object.keys(EVERY_EVENT).sort());
  });

  test.each(Object.values(EVERY_EVENT))(
    '$type is marked personal exactly when it carries personal details',
    (event) => {
      const text = JSON.stringify(event.data);
      expect('personal' in event.data).toBe(eventShapes[event.type].isPersonal);
      expect(/Ada Reyes|example\.com/.test(text)).toBe(eventShapes[event.type].isPersonal);
    },
  );

  test.each(Object.values(EVERY_EVENT))('$type is written in the version its last upcast leads to', ({ type }) => {
    expect(currentVersion(type)).toBe(1 + eventShapes[type].upcasts.length);
  });

  test.each(Object.values(EVERY_EVENT))('$type of the current version is read as it was written', ({ type, data }) => {
    expect(upcast(eventShapes[type], currentVersion(type), data)).toBe(data);
  });
});

/** A made-up event whose price went from dollars to cents, and later got a currency. */
const toCents: Upcast = (data) => ({ price: (data as { dollars: number }).dollars * 100 });
const withCurrency: Upcast = (data) => ({ ...(data as { price: number }), currency: 'usd' });
const shape = { upcasts: [toCents, withCurrency] };

describe('upcasting', () => {
  test('takes the first version through every step, in order', () => {
    expect(upcast(shape, 1, { dollars: 299 })).toEqual({ price: 29_900, currency: 'usd' });
  });

  test.each([0, 4, 1.5])('refuses version %s, which this program does not know, rather than misread it', (version) => {
    expect(() => upcast(shape, version, { dollars: 299 })).toThrow(`version ${version}`);
  });
});
