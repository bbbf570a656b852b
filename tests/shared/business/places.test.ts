import { expect, test } from 'vitest';
import { CITIES, type City } from '#shared/business/cities.ts';
import { PLACES, checkArea, placeOf, placeOfSlug } from '#shared/business/places.ts';

function found(typed: string): City[] | undefined {
  return checkArea(typed)?.places.map(({ city }) => city);
}

test('every city has a page of its own, in the order of the list', () => {
  expect(PLACES.map(({ city }) => city)).toEqual([...CITIES]);
  expect(new Set(PLACES.map(({ slug }) => slug)).size).toBe(CITIES.length);
  for (const place of PLACES) expect(placeOfSlug(place.slug)).toBe(place);
  expect(placeOfSlug('bakersfield')).toBeNull();
});

test('a city that is next to another has it as a neighbor, too', () => {
  for (const { city, near } of PLACES) {
    expect([city, near.length]).not.toEqual([city, 0]);
    for (const neighbor of near)
      expect([neighbor, placeOf(neighbor).near]).toEqual([neighbor, expect.arrayContaining([city])]);
  }
});

test('two cities are in Los Angeles County', () => {
  const there = PLACES.filter(({ county }) => county === 'Los Angeles County').map(({ city }) => city);
  expect(there).toEqual(['Westlake Village', 'Agoura Hills']);
});

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

test('nothing is looked up when nothing was typed', () => {
  expect(checkArea('')).toBeNull();
  expect(checkArea(' \t')).toBeNull();
});
