import type { Site } from '#shared/business/site.ts';
import { EmailOrCall } from '../../../components/notices/notice.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { LegalPage, type LegalPart } from '../../../marketing/legal/legal-page.tsx';
import { documentHead } from '../../../marketing/records.ts';

const PATH = '/legal/accessibility';

export const Route = createFileRoute('/(documents)/legal/accessibility')({
  head: documentHead({
    path: PATH,
    title: 'Accessibility',
    description: 'What we do so that everyone can book here, what is missing, and who helps if something doesn’t work.',
  }),
  component: Accessibility,
});

function Accessibility() {
  const { site } = Route.useRouteContext();
  return (
    <LegalPage
      title="Accessibility"
      lead="Booking a handyman shouldn’t depend on how well you see, hear, or hold a mouse."
      // Change it whenever the text below changes.
      since="2026-11-27"
      parts={accessibilityParts(site)}
    />
  );
}

function accessibilityParts(site: Site): LegalPart[] {
  return [
    {
      id: 'target',
      title: 'What we aim for',
      text: [
        'Everyone should be able to book a visit here, whatever they see, hear, or hold. Our target is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page and in every email.',
      ],
    },
    {
      id: 'tested',
      title: 'How we test it',
      text: [
        'With every change to the site, before it goes live:',
        [
          'A program (axe) checks the pages, on a phone’s and a computer’s screen, in light and dark.',
          'Booking, moving, canceling, and signing in are done with the keyboard alone.',
          'What a screen reader is told is compared with what the page shows.',
          'Text is made twice as large and spaced wider, and pages are zoomed to four times their size.',
          'Every step is done without scripts, and with motion turned off.',
        ],
        'The last full test was in November 2026, in Chromium.',
      ],
    },
    {
      id: 'gaps',
      title: 'What we know is missing',
      text: [
        [
          'We haven’t used the site with a screen reader itself, such as VoiceOver, NVDA, or JAWS. We only compare what one is told.',
          'You pay on our payment provider’s page. It isn’t ours, so we can’t mend it.',
          'Photos that customers send us have no description. Only the customer and we can see them, and a booking doesn’t need any.',
        ],
      ],
    },
    {
      id: 'help',
      title: 'If something doesn’t work for you',
      lead: (
        <p>
          <EmailOrCall site={site} verb="Email" />. Tell us the page and what happened. You’ll have an answer within two
          business days, and we’ll book, move, or cancel your visit for you on the same terms.
        </p>
      ),
      text: ['Nothing in the way? [Pick a time](/book).'],
    },
  ];
}
