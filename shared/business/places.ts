/** ZIP codes reach past city lines, so cities can share one. */
import { cleanLine } from '../typed-text.ts';
import { CITIES, type City } from './cities.ts';

type County = 'Santa Barbara County' | 'Ventura County' | 'Los Angeles County';

type PlaceKind = 'city' | 'community' | 'part of Thousand Oaks';

export interface Place {
  readonly city: City;
  readonly slug: string;
  readonly county: County;
  readonly kind: PlaceKind;
  readonly at: readonly [latitude: number, longitude: number];
  readonly zips: readonly string[];
  readonly near: readonly City[];
}

const SANTA_BARBARA = 'Santa Barbara County';
const VENTURA = 'Ventura County';
const LOS_ANGELES = 'Los Angeles County';

type Facts = readonly [County, PlaceKind, Place['at'], zips: string, near: readonly City[]];

const FACTS: Readonly<Record<City, Facts>> = {
  Goleta: [SANTA_BARBARA, 'city', [34.436, -119.828], '93117 93111 93110', ['Isla Vista', 'Santa Barbara']],
  'Isla Vista': [SANTA_BARBARA, 'community', [34.413, -119.861], '93117', ['Goleta']],
  'Santa Barbara': [
    SANTA_BARBARA,
    'city',
    [34.421, -119.698],
    '93101 93103 93105 93108 93109 93110 93111',
    ['Montecito', 'Goleta'],
  ],
  Montecito: [SANTA_BARBARA, 'community', [34.437, -119.632], '93108', ['Santa Barbara', 'Summerland']],
  Summerland: [SANTA_BARBARA, 'community', [34.421, -119.597], '93067', ['Montecito', 'Carpinteria']],
  Carpinteria: [SANTA_BARBARA, 'city', [34.399, -119.519], '93013', ['Summerland', 'Ventura']],
  Ojai: [VENTURA, 'city', [34.448, -119.243], '93023', ['Ventura', 'Santa Paula']],
  Ventura: [VENTURA, 'city', [34.275, -119.229], '93001 93003 93004', ['Oxnard', 'Santa Paula', 'Ojai', 'Carpinteria']],
  Oxnard: [VENTURA, 'city', [34.198, -119.177], '93030 93033 93035 93036', ['Port Hueneme', 'Ventura', 'Camarillo']],
  'Port Hueneme': [VENTURA, 'city', [34.148, -119.195], '93041', ['Oxnard']],
  'Santa Paula': [VENTURA, 'city', [34.354, -119.059], '93060', ['Fillmore', 'Ventura', 'Ojai']],
  Fillmore: [VENTURA, 'city', [34.399, -118.918], '93015', ['Santa Paula', 'Moorpark']],
  Camarillo: [VENTURA, 'city', [34.216, -119.038], '93010 93012', ['Oxnard', 'Newbury Park', 'Moorpark']],
  Moorpark: [VENTURA, 'city', [34.286, -118.882], '93021', ['Simi Valley', 'Thousand Oaks', 'Camarillo', 'Fillmore']],
  'Newbury Park': [VENTURA, 'part of Thousand Oaks', [34.184, -118.911], '91320', ['Thousand Oaks', 'Camarillo']],
  'Simi Valley': [VENTURA, 'city', [34.269, -118.782], '93063 93065', ['Moorpark', 'Thousand Oaks', 'Oak Park']],
  'Thousand Oaks': [
    VENTURA,
    'city',
    [34.171, -118.838],
    '91360 91361 91362',
    ['Newbury Park', 'Westlake Village', 'Lake Sherwood', 'Moorpark', 'Simi Valley'],
  ],
  'Lake Sherwood': [VENTURA, 'community', [34.14, -118.884], '91361', ['Westlake Village', 'Thousand Oaks']],
  'Westlake Village': [
    LOS_ANGELES,
    'city',
    [34.146, -118.806],
    '91361 91362',
    ['Agoura Hills', 'Thousand Oaks', 'Lake Sherwood', 'Oak Park'],
  ],
  'Oak Park': [VENTURA, 'community', [34.179, -118.763], '91377', ['Agoura Hills', 'Westlake Village', 'Simi Valley']],
  'Agoura Hills': [LOS_ANGELES, 'city', [34.153, -118.762], '91301', ['Westlake Village', 'Oak Park']],
};

function slugOf(city: City): string {
  return city.toLowerCase().replaceAll(' ', '-');
}

export const PLACES: readonly Place[] = CITIES.map((city) => {
  const [county, kind, at, zips, near] = FACTS[city];
  return { city, slug: slugOf(city), county, kind, at, zips: zips.split(' '), near };
});

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
