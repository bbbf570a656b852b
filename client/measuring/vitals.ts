/** Loaded by `client/start/` once the page is, so that it delays nothing. */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { type Vital, VITALS_PATH, ratingOf } from '#shared/measuring/vitals.ts';
import { CONSENT_GIVEN } from '#shared/measuring/signals.ts';
import { type AnalyticsEvent, hasDataLayer, push } from './data-layer.ts';

/** SPEC.md section 9. */
const SLOW_MS = 2000;

const PRECISION: Readonly<Partial<Record<Vital, number>>> = { CLS: 10_000 };

function rounded(vital: Vital, value: number): number {
  const digits = PRECISION[vital] ?? 1;
  return Math.round(value * digits) / digits;
}

type Values = Partial<Record<Vital, number>>;

/** web-vitals no longer measures the delay of the first input. A page has one such entry. */
function onFirstInput(report: (value: number) => void): void {
  const follow = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries()) {
      const { processingStart, startTime } = entry as PerformanceEventTiming;
      report(processingStart - startTime);
    }
  };
  // A browser without this entry type ignores it.
  new PerformanceObserver(follow).observe({ type: 'first-input', buffered: true });
}

/** From before the visitor allowed a data layer. */
const early: AnalyticsEvent[] = [];

function tell(event: AnalyticsEvent): void {
  if (hasDataLayer()) push(event);
  else early.push(event);
}

function pushPageLoad(): void {
  const [load] = performance.getEntriesByType('navigation');
  if (!load) return;
  const slow = performance.getEntriesByType('resource').filter(({ duration }) => duration > SLOW_MS).length;
  const metrics = [
    ['dom_content_loaded', Math.round(load.domContentLoadedEventEnd)],
    ['load_complete', Math.round(load.loadEventEnd)],
    ['slow_resources', slow],
  ] as const;
  for (const [name, value] of metrics) {
    tell({ event: 'performance_metric', name, value, rating: ratingOf(name, value) });
  }
}

/** Once, when the page is left or hidden for the first time. */
function sendWhenHidden(page: string, values: Values): void {
  const send = () => {
    if (document.visibilityState !== 'hidden' || Object.keys(values).length === 0) return;
    removeEventListener('visibilitychange', send);
    const report = JSON.stringify({ page, values });
    navigator.sendBeacon(VITALS_PATH, new Blob([report], { type: 'application/json' }));
  };
  // On the window, the event arrives after the measures' own listeners on the document.
  addEventListener('visibilitychange', send);
}

/** `isSampled`: this page view is reported to our own server, too. */
export function measure(page: string, isSampled: boolean): void {
  const values: Values = {};
  const report = (vital: Vital, measured: number) => {
    const value = rounded(vital, measured);
    const rating = ratingOf(vital, value);
    values[vital] = value;
    tell({ event: 'web_vitals', name: vital, value, rating });
    if (vital === 'CLS') tell({ event: 'performance_metric', name: 'cumulative_layout_shift', value, rating });
  };
  const follow = ({ name, value }: Metric) => report(name, value);
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB] as const) on(follow);
  onFirstInput((value) => report('FID', value));
  pushPageLoad();
  document.addEventListener(CONSENT_GIVEN, () => early.splice(0).forEach(tell));
  if (isSampled) sendWhenHidden(page, values);
}
