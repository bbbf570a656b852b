import { expect, test } from 'vitest';
import { CITIES, CITIES_BY_COUNTY, isCity } from '#shared/business/cities.ts';

test('the service areas are the 21 cities the customer named', () => {
  expect(CITIES.join(', ')).toBe(
    'Goleta, Isla Vista, Santa Barbara, Montecito, Summerland, Carpinteria, Ojai, Ventura, Oxnard, Port Hueneme, Santa Paula, Fillmore, Camarillo, Moorpark, Newbury Park, Simi Valley, Thousand Oaks, Lake Sherwood, Westlake Village, Oak Park, Agoura Hills',
  );
  expect(CITIES).toHaveLength(21);
});

test('a city is recognised by its exact name', () => {
  expect(isCity('Ojai')).toBe(true);
  expect(isCity('ojai')).toBe(false);
  expect(isCity(undefined)).toBe(false);
});

test('every city is in one county, and two of them are in Los Angeles County', () => {
  expect(Object.values(CITIES_BY_COUNTY).flat().sort()).toEqual([...CITIES].sort());
  expect(CITIES_BY_COUNTY['Los Angeles County']).toEqual(['Westlake Village', 'Agoura Hills']);
});
