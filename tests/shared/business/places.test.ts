import { expect, test } from 'vitest';
import { type City } from '#shared/business/cities.ts';
import { PLACES, checkArea } from '#shared/business/places.ts';

function found(typed: string): City[] | undefined {
  return checkArea(typed)?.places.map(({ city }) => city);
}

test('every ZIP code is one of California’s coast, and listed once for a city', () => {
  for (const { zips } of PLACES) {
    expect(zips.length).toBeGreaterThan(0);
    expect(new Set(zips).size).toBe(zips.length);
    for (const zip of zips) expect(zip).toMatch(/^9(?:13|30|31)\d\d$/);
  }
});

test.each([
  ['93023', ['Ojai']],
  [' 93023-1234 ', ['Ojai']],
  ['93117', ['Goleta', 'Isla Vista']],
  ['91361', ['Thousand Oaks', 'Lake Sherwood', 'Westlake Village']],
  ['93301', []],
  ['00000', []],
])('the ZIP code %j finds %j', (typed, cities) => {
  expect(found(typed)).toEqual(cities);
});

test.each([
  ['Ojai', ['Ojai']],
  ['  oJAI ', ['Ojai']],
  ['Ojai, CA', ['Ojai']],
  ['Ojai, California 93023', ['Ojai']],
  ['port  hueneme', ['Port Hueneme']],
  ['San Buenaventura', ['Ventura']],
  ['Simi', ['Simi Valley']],
  ['Bakersfield', []],
  ['constructor', []],
  ['9302', []],
  ['x'.repeat(10_000), []],
])('the name %j finds %j', (typed, cities) => {
  expect(found(typed)).toEqual(cities);
});
