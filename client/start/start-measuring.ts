import { hasDataLayer } from '../measuring/data-layer.ts';
import type { measure } from '../measuring/vitals.ts';
import { afterLoad } from './after-load.ts';

/** The share of page views whose speed is reported to our own server. */
const SAMPLE = 0.5;

interface Vitals {
  readonly measure: typeof measure;
}

/** Calls back once something makes the data layer, which tag managers do by assigning it. */
function onDataLayer(callBack: () => void): void {
  const look = { configurable: true, enumerable: true };
  Object.defineProperty(window, 'dataLayer', {
    ...look,
    get: () => undefined,
    set(value: unknown) {
      Object.defineProperty(window, 'dataLayer', { ...look, writable: true, value });
      callBack();
    },
  });
}

/**
 * Loads the script that fills the data layer, if there is one or the visitor may still allow it, or once there is one; and the one that
 * measures the page's speed, if anything wants to know. `measuring` and `vitals` are their addresses.
 */
export function startMeasuring({ measuring = '', vitals = '' }: DOMStringMap): void {
  const page = location.pathname;
  const isSampled = Math.random() < SAMPLE;
  const fillDataLayer = () => void import(/* @vite-ignore */ measuring);
  const measureSpeed = () =>
    afterLoad(() => {
      void (import(/* @vite-ignore */ vitals) as Promise<Vitals>).then((script) => script.measure(page, isSampled));
    });
  const isTagged = hasDataLayer() || document.querySelector('form[data-tag-manager]') !== null;
  if (isTagged || isSampled) measureSpeed();
  if (isTagged) fillDataLayer();
  else {
    onDataLayer(() => {
      fillDataLayer();
      if (!isSampled) measureSpeed();
    });
  }
}
