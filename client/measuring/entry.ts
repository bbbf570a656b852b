/**
 * The script of analytics, loaded once a page has a data layer, or may get one by consent. It knows no framework and loads none: pages tell it by DOM events
 * what is shown (`shared/measuring/signals.ts`), and mark a completed booking in their HTML.
 */
import { BOOKING_SHOWN, PAGE_SHOWN } from '#shared/measuring/signals.ts';
import { reportCompletedBooking } from './completed-bookings.ts';
import { answerConsentInPlace, applyStoredAnswer } from './consent-form.ts';
import { reportEmailClicks } from './email-clicks.ts';
import { pushPageView } from './page-views.ts';

function pageShown(): void {
  pushPageView();
  reportCompletedBooking();
}

/** Also after the visitor has answered about consent in another page. */
function documentShown(): void {
  applyStoredAnswer();
  pageShown();
}

document.addEventListener(PAGE_SHOWN, pageShown);
document.addEventListener(BOOKING_SHOWN, reportCompletedBooking);
// A page restored from the bfcache is shown again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) documentShown();
});
reportEmailClicks();
answerConsentInPlace(pageShown);
documentShown();
