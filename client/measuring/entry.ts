/**
 * Loaded once a page has a data layer, or may get one by consent. Without a framework: pages tell it by DOM events what is shown
 * (`shared/measuring/signals.ts`), and mark a completed booking in their HTML.
 */
import { push } from './data-layer.ts';
import { BOOKING_SHOWN, PAGE_SHOWN } from '#shared/measuring/signals.ts';
import { reportCompletedBooking } from './completed-bookings.ts';
import { answerConsentInPlace, applyStoredAnswer } from './consent-form.ts';
import { pushPageView } from './page-views.ts';

function pageShown(): void {
  pushPageView();
  reportCompletedBooking();
}

/** Also after a response to consent in another page. */
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

/** `header`, `footer` or `main`. */
function partOf(element: Element): string {
  return element.closest('header, footer, main')?.localName ?? 'page';
}

function reportEmailClicks(): void {
  const report = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="mailto:"]') : null;
    if (!link) return;
    const link_text = (link.textContent ?? '').trim();
    push({ event: 'click_email', click_location: partOf(link), link_text, link_url: link.href });
  };
  // Before React, which stops events of parts that it has not hydrated.
  addEventListener('click', report, true);
}
