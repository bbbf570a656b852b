/**
 * The script of analytics and page speed, on every page. It knows no framework and loads none: pages tell it by DOM events what is
 * shown (`shared/measuring/signals.ts`), and mark a completed booking in their HTML.
 */
import { BOOKING_SHOWN, PAGE_SHOWN } from '#shared/measuring/signals.ts';
import { reportCompletedBooking } from './completed-bookings.ts';
import { answerConsentInPlace } from './consent-form.ts';
import { hasDataLayer } from './data-layer.ts';
import { reportEmailClicks } from './email-clicks.ts';
import { pushPageView } from './page-views.ts';

/** The share of page views whose speed is reported to our own server. */
const SAMPLE = 0.5;

function pageShown(): void {
  pushPageView();
  reportCompletedBooking();
}

async function measureSpeed(page: string, isSampled: boolean): Promise<void> {
  const { measure } = await import('./vitals.ts');
  measure(page, isSampled);
}

let isMeasuring = false;

/** Measures the page that was loaded, once, if anything wants to know. */
function measureOnce(isSampled: boolean): void {
  if (isMeasuring || !(isSampled || hasDataLayer())) return;
  isMeasuring = true;
  const page = location.pathname;
  const start = () => void measureSpeed(page, isSampled);
  // After the event, whose end is one of the measures.
  if (document.readyState === 'complete') start();
  else addEventListener('load', () => setTimeout(start));
}

document.addEventListener(PAGE_SHOWN, pageShown);
document.addEventListener(BOOKING_SHOWN, reportCompletedBooking);
// A page restored from the bfcache is shown again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) pageShown();
});
reportEmailClicks();
answerConsentInPlace(() => {
  pageShown();
  measureOnce(false);
});
pageShown();
measureOnce(Math.random() < SAMPLE);
