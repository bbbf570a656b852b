import { type VitalCount, addView, vitalsSince } from '#db/queries/owner/vitals.ts';
import type { Store } from '#db/store.ts';
import { civilDateAt } from '#events/business-time.ts';
import { AREA_PATHS, INDEXED_PATHS, WORK_PATHS } from '#shared/business/public-pages.ts';
import { addDays } from '#shared/civil-date.ts';
import { LIMITS, VITALS, type Vital, type VitalsReport, ratingOf } from '#shared/measuring/vitals.ts';
import type { PageVital } from '#shared/owner/stats.ts';
import type { Clock } from '../process/clock.ts';

const VITALS_DAYS = 28;

interface Parts {
  readonly store: Pick<Store, 'db' | 'write'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: { readonly timeZone: string };
}

const OTHERS = new Set([
  '/book/confirmation',
  '/login',
  '/register',
  '/forgot-password',
  '/lost-link',
  '/reset-password',
  '/verify-email',
  '/app',
]);

/** There are many, or their addresses name something. */
const KINDS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\/app\/admin(?:\/|$)/, '/app/admin/…'],
  [/^\/app\//, '/app/…'],
  [/^\/booking\//, '/booking/…'],
];

const SERVICES = new Set(WORK_PATHS);
const AREAS = new Set(AREA_PATHS);
const PUBLIC = new Set(INDEXED_PATHS);

/** Few names, none with an id: an unknown address is `other`. */
export function countedPage(path: string): string {
  if (SERVICES.has(path)) return '/services/…';
  if (AREAS.has(path)) return '/areas/…';
  if (PUBLIC.has(path) || OTHERS.has(path)) return path;
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

export function countVitals({ store, clock, config }: Parts, { page, values }: VitalsReport): Promise<void> {
  const measured = VITALS.flatMap((vital) => {
    const value = values[vital];
    return value === undefined ? [] : [{ page: countedPage(page), vital, bucket: bucketOf(vital, value) }];
  });
  return store.write(addView(store.db, civilDateAt(clock.now(), config.timeZone), measured));
}

export async function pageVitals({ store, clock, config }: Parts): Promise<PageVital[]> {
  const counts = await vitalsSince(store.db, addDays(civilDateAt(clock.now(), config.timeZone), 1 - VITALS_DAYS));
  const pages = [...new Set(counts.map(({ page }) => page))];
  return pages.flatMap((page) => VITALS.flatMap((vital) => oneVital(page, vital, counts)));
}

function oneVital(page: string, vital: Vital, counts: readonly VitalCount[]): PageVital[] {
  const own = counts.filter((count) => count.page === page && count.vital === vital);
  const value = thirdQuartile(vital, own);
  if (value === null) return [];
  const views = own.reduce((sum, count) => sum + count.views, 0);
  return [{ page, vital, value, rating: ratingOf(vital, value), views }];
}

const STEPS = 8;
const GROWTH = 1.5;

/**
 * Eight intervals up to each of a measure's two limits, eight beyond. Limits are ends of intervals, so ratings are exact. A value
 * beyond the last is in one more.
 */
function endsOf(vital: Vital): number[] {
  const [good, fair] = LIMITS[vital];
  const between = (from: number, to: number) =>
    Array.from({ length: STEPS }, (_, index) => from + ((to - from) * (index + 1)) / STEPS);
  const step = (fair - good) / STEPS;
  const beyond = Array.from(
    { length: STEPS },
    (_, index) => fair + (step * (GROWTH ** (index + 1) - 1)) / (GROWTH - 1),
  );
  return [...between(0, good), ...between(good, fair), ...beyond];
}

function bucketOf(vital: Vital, value: number): number {
  const ends = endsOf(vital);
  const index = ends.findIndex((end) => value <= end);
  return index < 0 ? ends.length : index;
}

/** Interpolated within its interval. Null for no views. */
function thirdQuartile(vital: Vital, counts: readonly VitalCount[]): number | null {
  const ends = endsOf(vital);
  const all = counts.reduce((sum, { views }) => sum + views, 0);
  let left = all * 0.75;
  for (const { bucket, views } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    const from = ends[bucket - 1] ?? 0;
    const to = ends[bucket] ?? from;
    if (left <= views) return from + (to - from) * (left / views);
    left -= views;
  }
  return null;
}
