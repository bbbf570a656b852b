import { describe, expect, test } from 'vitest';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { rendered } from '../routes/rendered.ts';
import { faultsOf } from './vocabulary.ts';

const RECORD = /<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs;

/** Pages whose calls this test does not answer. */
const PATHS = INDEXED_PATHS.filter((path) => path !== '/book');

async function recordsOf(path: string): Promise<Record<string, unknown>[]> {
  const { html } = await rendered(path);
  return Array.from(html.matchAll(RECORD), ([, text]) => JSON.parse(text ?? '') as Record<string, unknown>);
}

describe.each(PATHS)('%s', (path) => {
  test('has records, in the vocabulary of schema.org alone', async () => {
    const records = await recordsOf(path);
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) {
      expect(record['@context']).toBe('https://schema.org');
      expect(faultsOf(record)).toEqual([]);
    }
  });
});

test('the record of the business has everything of the specification', async () => {
  const [business] = await recordsOf('/');
  expect(business).toMatchObject({
    '@type': 'HomeAndConstructionBusiness',
    address: { streetAddress: '12 Main St', postalCode: '93001' },
    geo: { latitude: 34.28, longitude: -119.17 },
    priceRange: '$$',
    makesOffer: [
      { price: 299, priceCurrency: 'USD' },
      { price: 499, priceCurrency: 'USD' },
    ],
  });
  expect(business?.['openingHoursSpecification']).toHaveLength(7);
  expect(business?.['areaServed']).toHaveLength(21);
});

test('the prices page has every question, a page of a city the way to it', async () => {
  const types = (await recordsOf('/pricing')).map((record) => record['@type']);
  expect(types).toEqual(['BreadcrumbList', 'FAQPage']);
  const [crumbs] = await recordsOf('/areas/ojai');
  expect(crumbs?.['itemListElement']).toMatchObject([
    { position: 1, item: { '@id': 'https://oak.example/' } },
    { position: 2, item: { '@id': 'https://oak.example/areas' } },
    { position: 3, name: 'Ojai', item: { '@id': 'https://oak.example/areas/ojai' } },
  ]);
});

describe('the check finds', () => {
  test.each([
    ['an unknown class', { '@type': 'Handyman' }],
    ['a property of another class', { '@type': 'City', priceRange: '$$' }],
    ['a value of another class', { '@type': 'LocalBusiness', address: { '@type': 'GeoCoordinates' } }],
    [
      'a word where a record belongs',
      { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', acceptedAnswer: 'Yes' }] },
    ],
    ['an unknown day', { '@type': 'OpeningHoursSpecification', dayOfWeek: 'https://schema.org/Caturday' }],
    ['a mistake further inside', { '@type': 'LocalBusiness', geo: { '@type': 'GeoCoordinates', lat: 1 } }],
  ])('%s', (_, record) => {
    expect(faultsOf(record)).toHaveLength(1);
  });
});
