import { hasDataLayer } from '../measuring/data-layer.ts';
import type { measure } from '../measuring/vitals.ts';

/** Of page views whose speed is reported to our own server. */
const SAMPLED_SHARE = 0.5;

interface Vitals {
  readonly measure: typeof measure;
}

/** Once a tag manager assigns `window.dataLayer`. */
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
 * `measuring`: loaded if there is a data layer, once one is created, or if the visitor may still consent to one. `vitals`: for
 * the data layer or a sampled page view.
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

/** Once the load event has ended, because page speed includes its end. */
export function afterLoad(callBack: () => void): void {
  if (document.readyState === 'complete') callBack();
  else addEventListener('load', () => setTimeout(callBack));
}
