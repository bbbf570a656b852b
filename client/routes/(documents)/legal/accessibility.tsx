import { createFileRoute } from '@tanstack/react-router';
import { ACCESSIBILITY_SINCE, accessibilityParts } from '../../../marketing/legal/accessibility-parts.tsx';
import { LegalPage } from '../../../marketing/legal/legal-page.tsx';
import { breadcrumbs } from '../../../marketing/records.ts';
import { pageHead } from '../../../shell/page-head.ts';

const PATH = '/legal/accessibility';

export const Route = createFileRoute('/(documents)/legal/accessibility')({
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: PATH,
      title: 'Accessibility',
      description:
        'What we do so that everyone can book here, what is missing, and who helps if something doesn’t work.',
      records: [breadcrumbs(match.context.site, [{ name: 'Accessibility', path: PATH }])],
    }),
  component: Accessibility,
});

function Accessibility() {
  const { site } = Route.useRouteContext();
  return (
    <LegalPage
      title="Accessibility"
      lead="Booking a handyman shouldn’t depend on how well you see, hear, or hold a mouse."
      since={ACCESSIBILITY_SINCE}
      parts={accessibilityParts(site)}
    />
  );
}
