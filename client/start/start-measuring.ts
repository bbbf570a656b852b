import { hasDataLayer } from '../measuring/data-layer.ts';
import type { measure } from '../measuring/vitals.ts';

/** The share of page views whose speed is reported to our own server. */
const SAMPLE = 0.5;

interface Vitals {
  readonly measure: typeof measure;
}

/**
 * Loads the script that fills the data layer, if there is one or the visitor may still allow it, and once the page is loaded the one that
 * measures its speed, if anything wants to know. `measuring` and `vitals` are their addresses.
 */
export function startMeasuring({ measuring = '', vitals = '' }: DOMStringMap): void {
  const page = location.pathname;
  const isSampled = Math.random() < SAMPLE;
  const isTagged = hasDataLayer() || document.querySelector('form[data-tag-manager]') !== null;
  if (isTagged) void import(/* @vite-ignore */ measuring);
  if (!isTagged && !isSampled) return;
  const measureSpeed = () =>
    void (import(/* @vite-ignore */ vitals) as Promise<Vitals>).then((script) => script.measure(page, isSampled));
  // After the event, whose end is one of the measures.
  if (document.readyState === 'complete') measureSpeed();
  else addEventListener('load', () => setTimeout(measureSpeed));
}
