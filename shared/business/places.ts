/** ZIP codes reach past city lines, so cities can share one. */
import { cleanLine } from '../typed-text.ts';
import { CITIES, CITIES_BY_COUNTY, type City } from './cities.ts';

export type County = keyof typeof CITIES_BY_COUNTY;

type PlaceKind = 'city' | 'community' | 'part of Thousand Oaks';

interface PlaceFacts {
  readonly at: readonly [latitude: number, longitude: number];
  readonly kind: PlaceKind;
  readonly near: readonly City[];
  readonly zips: readonly string[];
}

export interface Place extends PlaceFacts {
  readonly city: City;
  readonly slug: string;
  readonly county: County;
}

const FACTS: Readonly<Record<City, PlaceFacts>> = {
  Goleta: {
    at: [34.436, -119.828],
    kind: 'city',
    near: ['Isla Vista', 'Santa Barbara'],
    zips: ['93117', '93111', '93110'],
  },
  'Isla Vista': { at: [34.413, -119.861], kind: 'community', near: ['Goleta'], zips: ['93117'] },
  'Santa Barbara': {
    at: [34.421, -119.698],
    kind: 'city',
    near: ['Montecito', 'Goleta'],
    zips: ['93101', '93103', '93105', '93108', '93109', '93110', '93111'],
  },
  Montecito: { at: [34.437, -119.632], kind: 'community', near: ['Santa Barbara', 'Summerland'], zips: ['93108'] },
  Summerland: { at: [34.421, -119.597], kind: 'community', near: ['Montecito', 'Carpinteria'], zips: ['93067'] },
  Carpinteria: { at: [34.399, -119.519], kind: 'city', near: ['Summerland', 'Ventura'], zips: ['93013'] },
  Ojai: { at: [34.448, -119.243], kind: 'city', near: ['Ventura', 'Santa Paula'], zips: ['93023'] },
  Ventura: {
    at: [34.275, -119.229],
    kind: 'city',
    near: ['Oxnard', 'Santa Paula', 'Ojai', 'Carpinteria'],
    zips: ['93001', '93003', '93004'],
  },
  Oxnard: {
    at: [34.198, -119.177],
    kind: 'city',
    near: ['Port Hueneme', 'Ventura', 'Camarillo'],
    zips: ['93030', '93033', '93035', '93036'],
  },
  'Port Hueneme': { at: [34.148, -119.195], kind: 'city', near: ['Oxnard'], zips: ['93041'] },
  'Santa Paula': { at: [34.354, -119.059], kind: 'city', near: ['Fillmore', 'Ventura', 'Ojai'], zips: ['93060'] },
  Fillmore: { at: [34.399, -118.918], kind: 'city', near: ['Santa Paula', 'Moorpark'], zips: ['93015'] },
  Camarillo: {
    at: [34.216, -119.038],
    kind: 'city',
    near: ['Oxnard', 'Newbury Park', 'Moorpark'],
    zips: ['93010', '93012'],
  },
  Moorpark: {
    at: [34.286, -118.882],
    kind: 'city',
    near: ['Simi Valley', 'Thousand Oaks', 'Camarillo', 'Fillmore'],
    zips: ['93021'],
  },
  'Newbury Park': {
    at: [34.184, -118.911],
    kind: 'part of Thousand Oaks',
    near: ['Thousand Oaks', 'Camarillo'],
    zips: ['91320'],
  },
  'Simi Valley': {
    at: [34.269, -118.782],
    kind: 'city',
    near: ['Moorpark', 'Thousand Oaks', 'Oak Park'],
    zips: ['93063', '93065'],
  },
  'Thousand Oaks': {
    at: [34.171, -118.838],
    kind: 'city',
    near: ['Newbury Park', 'Westlake Village', 'Lake Sherwood', 'Moorpark', 'Simi Valley'],
    zips: ['91360', '91361', '91362'],
  },
  'Lake Sherwood': {
    at: [34.14, -118.884],
    kind: 'community',
    near: ['Westlake Village', 'Thousand Oaks'],
    zips: ['91361'],
  },
  'Westlake Village': {
    at: [34.146, -118.806],
    kind: 'city',
    near: ['Agoura Hills', 'Thousand Oaks', 'Lake Sherwood', 'Oak Park'],
    zips: ['91361', '91362'],
  },
  'Oak Park': {
    at: [34.179, -118.763],
    kind: 'community',
    near: ['Agoura Hills', 'Westlake Village', 'Simi Valley'],
    zips: ['91377'],
  },
  'Agoura Hills': { at: [34.153, -118.762], kind: 'city', near: ['Westlake Village', 'Oak Park'], zips: ['91301'] },
};

function countyOf(city: City): County {
  const found = Object.entries(CITIES_BY_COUNTY).find(([, cities]) => (cities as readonly City[]).includes(city));
  if (!found) throw new Error(`no county has ${city}`);
  return found[0] as County;
}

function slugOf(city: City): string {
  return city.toLowerCase().replaceAll(' ', '-');
}

function factsOf(city: City): Place {
  return { city, slug: slugOf(city), county: countyOf(city), ...FACTS[city] };
}

export const PLACES: readonly Place[] = CITIES.map(factsOf);

const BY_SLUG: ReadonlyMap<string, Place> = new Map(PLACES.map((place) => [place.slug, place]));

export function placeOfSlug(slug: string): Place | null {
  return BY_SLUG.get(slug) ?? null;
}

export function placeOf(city: City): Place {
  return BY_SLUG.get(slugOf(city))!;
}

export const LONGEST_PLACE = 60;

export interface AreaAnswer {
  readonly asked: string;
  readonly kind: 'zip' | 'name';
  /** Empty if we serve no place of this name or ZIP code. */
  readonly places: readonly Place[];
}

const ALSO: Readonly<Record<string, City>> = {
  'san buenaventura': 'Ventura',
  hueneme: 'Port Hueneme',
  agoura: 'Agoura Hills',
  westlake: 'Westlake Village',
  simi: 'Simi Valley',
};

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?:,\s*|\s+)(?:ca|california)\.?(?:\s+\d{5})?$/, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
}

/** `93117`, `93117-1234`, `ojai` or `Ojai, CA`. Null if nothing was typed. */
export function checkArea(typed: string): AreaAnswer | null {
  const asked = cleanLine(typed).slice(0, LONGEST_PLACE);
  if (asked === '') return null;
  const zip = /^(\d{5})(?:-?\d{4})?$/.exec(asked)?.[1];
  if (zip !== undefined) return { asked: zip, kind: 'zip', places: PLACES.filter(({ zips }) => zips.includes(zip)) };
  const name = plain(asked);
  const places = PLACES.filter(({ city }) => plain(city) === name || ALSO[name] === city);
  return { asked, kind: 'name', places };
}
