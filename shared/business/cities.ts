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

/** `Ventura, CA`. Other text is returned unchanged. */
export function cityAndState(area: string): string {
  return CITIES.some((city) => city === area) ? `${area}, CA` : area;
}
