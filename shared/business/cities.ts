/** SPEC.md section 1, west to east. Two are outside Santa Barbara and Ventura counties: no text may say that all are inside. */
export const CITIES = [
  'Goleta',
  'Isla Vista',
  'Santa Barbara',
  'Montecito',
  'Summerland',
  'Carpinteria',
  'Ojai',
  'Ventura',
  'Oxnard',
  'Port Hueneme',
  'Santa Paula',
  'Fillmore',
  'Camarillo',
  'Moorpark',
  'Newbury Park',
  'Simi Valley',
  'Thousand Oaks',
  'Lake Sherwood',
  'Westlake Village',
  'Oak Park',
  'Agoura Hills',
] as const;
export type City = (typeof CITIES)[number];

export function isCity(value: unknown): value is City {
  return (CITIES as readonly unknown[]).includes(value);
}

/** `Ventura, CA`. Other text is returned unchanged. */
export function cityAndState(area: string): string {
  return isCity(area) ? `${area}, CA` : area;
}

export const CITIES_BY_COUNTY = {
  'Santa Barbara County': ['Goleta', 'Isla Vista', 'Santa Barbara', 'Montecito', 'Summerland', 'Carpinteria'],
  'Ventura County': [
    'Ojai',
    'Ventura',
    'Oxnard',
    'Port Hueneme',
    'Santa Paula',
    'Fillmore',
    'Camarillo',
    'Moorpark',
    'Newbury Park',
    'Simi Valley',
    'Thousand Oaks',
    'Lake Sherwood',
    'Oak Park',
  ],
  'Los Angeles County': ['Westlake Village', 'Agoura Hills'],
} as const satisfies Readonly<Record<string, readonly City[]>>;
