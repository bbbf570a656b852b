import { PLACES, type Place } from './places.ts';
import { WORK_PAGES, type WorkPage } from './work.ts';

export function workPath({ slug }: Pick<WorkPage, 'slug'>): string {
  return `/services/${slug}`;
}

export function areaPath({ slug }: Pick<Place, 'slug'>): string {
  return `/areas/${slug}`;
}

export const WORK_PATHS: readonly string[] = WORK_PAGES.map(workPath);

export const AREA_PATHS: readonly string[] = PLACES.map(areaPath);

export const INDEXED_PATHS: readonly string[] = [
  '/',
  '/book',
  '/pricing',
  '/services',
  ...WORK_PATHS,
  '/areas',
  ...AREA_PATHS,
  '/about',
  '/legal/terms',
  '/legal/privacy',
  '/legal/accessibility',
];
