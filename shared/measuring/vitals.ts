/** SPEC.md section 9; INP has its authors' limits. */

export const VITALS = ['LCP', 'FID', 'CLS', 'FCP', 'TTFB', 'INP'] as const;
export type Vital = (typeof VITALS)[number];

export type Rating = 'good' | 'needs-improvement' | 'poor';

export const LIMITS: Readonly<Record<Vital, readonly [good: number, fair: number]>> = {
  LCP: [2500, 4000],
  FID: [100, 300],
  CLS: [0.1, 0.25],
  FCP: [1800, 3000],
  TTFB: [200, 800],
  INP: [200, 500],
};

/** SPEC.md has none, so `dom_content_loaded` is rated like FCP and `load_complete` like LCP. */
const LOAD_LIMITS = {
  dom_content_loaded: LIMITS.FCP,
  load_complete: LIMITS.LCP,
  slow_resources: [0, 2],
} as const;

export function ratingOf(measure: Vital | keyof typeof LOAD_LIMITS, value: number): Rating {
  const [good, fair] = { ...LIMITS, ...LOAD_LIMITS }[measure];
  return value > fair ? 'poor' : value > good ? 'needs-improvement' : 'good';
}

export const VITALS_PATH = '/vitals';

export const LARGEST_REPORT = 512;

export interface VitalsReport {
  readonly page: string;
  readonly values: Readonly<Partial<Record<Vital, number>>>;
}
