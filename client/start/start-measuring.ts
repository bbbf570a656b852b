import { hasDataLayer } from '../measuring/data-layer.ts';
import type { measure } from '../measuring/vitals.ts';

/** The share of page views whose speed is reported to our own server. */
const SAMPLED_SHARE = 0.5;

interface Vitals {
  readonly measure: typeof measure;
}

/** Calls back once a tag manager creates the data layer by assigning `window.dataLayer`. */
function onDataLayer(callBack: () => void): void {
  const descriptor = { configurable: true, enumerable: true };
  Object.defineProperty(window, 'dataLayer', {
    ...descriptor,
    get: () => undefined,
    set(value: unknown) {
      Object.defineProperty(window, 'dataLayer', { ...descriptor, writable: true, value });
      callBack();
    },
  });
}

/**
 * Loads two scripts by their addresses. `measuring` fills the data layer: it is loaded if there is a data layer, or the visitor may still
 * consent to one, or once one is created. `vitals` measures page speed, for the data layer or for a sampled page view.
 */
export function startMeasuring({ measuring = '', vitals = '' }: DOMStringMap): void {
  const page = location.pathname;
  const isSampled = Math.random() < SAMPLED_SHARE;
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

/** Calls back once the load event has ended, because page speed includes its end. */
export function afterLoad(callBack: () => void): void {
  if (document.readyState === 'complete') callBack();
  else addEventListener('load', () => setTimeout(callBack));
}
