import { Link } from '@tanstack/react-router';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Site } from '#shared/business/site.ts';
import { EmailOrCall } from '../../components/notices/email-or-call.tsx';
import type { LegalPart } from './legal-page.tsx';

/** Change it whenever the text below changes. */
export const ACCESSIBILITY_SINCE: CivilDate = '2026-11-27';

const ANSWER_DAYS = 'two business days';

export function accessibilityParts(site: Site): LegalPart[] {
  return [
    {
      id: 'target',
      title: 'What we aim for',
      text: (
        <p>
          Everyone should be able to book a visit here, whatever they see, hear, or hold. Our target is the Web Content
          Accessibility Guidelines (WCAG) 2.2, level AA, on every page and in every email.
        </p>
      ),
    },
    {
      id: 'tested',
      title: 'How we test it',
      text: (
        <>
          <p>With every change to the site, before it goes live:</p>
          <ul>
            <li>
              A program (axe) checks the pages, on a phone&rsquo;s and a computer&rsquo;s screen, in light and dark.
            </li>
            <li>Booking, moving, canceling, and signing in are done with the keyboard alone.</li>
            <li>What a screen reader is told is compared with what the page shows.</li>
            <li>Text is made twice as large and spaced wider, and pages are zoomed to four times their size.</li>
            <li>Every step is done without scripts, and with motion turned off.</li>
          </ul>
          <p>The last full test was in November 2026, in Chromium.</p>
        </>
      ),
    },
    {
      id: 'gaps',
      title: 'What we know is missing',
      text: (
        <ul>
          <li>
            We haven&rsquo;t used the site with a screen reader itself, such as VoiceOver, NVDA, or JAWS. We only
            compare what one is told.
          </li>
          <li>You pay on our payment provider&rsquo;s page. It isn&rsquo;t ours, so we can&rsquo;t mend it.</li>
          <li>
            Photos that customers send us have no description. Only the customer and we can see them, and a booking
            doesn&rsquo;t need any.
          </li>
        </ul>
      ),
    },
    {
      id: 'help',
      title: 'If something doesn’t work for you',
      text: (
        <>
          <p>
            <EmailOrCall site={site} verb="Email" />. Tell us the page and what happened. You&rsquo;ll have an answer
            within {ANSWER_DAYS}, and we&rsquo;ll book, move, or cancel your visit for you on the same terms.
          </p>
          <p>
            Nothing in the way? <Link to="/book">Pick a time</Link>.
          </p>
        </>
      ),
    },
  ];
}
