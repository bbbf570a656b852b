import { expect, test } from 'vitest';
import { CITIES } from '#shared/business/cities.ts';

test('the service areas are the 21 cities the customer named', () => {
  expect(CITIES.join(', ')).toBe(
    'Goleta, Isla Vista, Santa Barbara, Montecito, Summerland, Carpinteria, Ojai, Ventura, Oxnard, Port Hueneme, Santa Paula, Fillmore, Camarillo, Moorpark, Newbury Park, Simi Valley, Thousand Oaks, Lake Sherwood, Westlake Village, Oak Park, Agoura Hills',
  );
  expect(CITIES).toHaveLength(21);
});
