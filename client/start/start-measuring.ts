import { hasDataLayer } from '../measuring/data-layer.ts';
import type { measure } from '../measuring/vitals.ts';

/** The share of page views whose speed is reported to our own server. */
const SAMPLE = 0.5;

interface Vitals {
  readonly measure: typeof measure;
}

/**
 * Loads the script that fills the data layer and the one that measures the page's speed, once the page is loaded; the first one at once if
 * there is a data layer, or a form that may bring one. A tag manager may make a data layer at any time, so every page has both. `measuring`
 * and `vitals` are their addresses.
 */
export function startMeasuring({ measuring = '', vitals = '' }: DOMStringMap): void {
  const page = location.pathname;
  const isSampled = Math.random() < SAMPLE;
  const fillDataLayer = () => void import(/* @vite-ignore */ measuring);
  const start = () => {
    fillDataLayer();
    void (import(/* @vite-ignore */ vitals) as Promise<Vitals>).then((script) => script.measure(page, isSampled));
  };
  if (hasDataLayer() || document.querySelector('form[data-tag-manager]')) fillDataLayer();
  // After the event, whose end is one of the measures.
  if (document.readyState === 'complete') start();
  else addEventListener('load', () => setTimeout(start));
}
