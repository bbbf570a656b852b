import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../../marketing/legal/legal-page.tsx';
import { TERMS_SINCE, termsParts } from '../../../marketing/legal/terms-parts.tsx';
import { breadcrumbs } from '../../../marketing/records.ts';
import { pageHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/(documents)/legal/terms')({
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/legal/terms',
      title: 'Terms',
      description: 'The terms on which a visit is booked, paid, moved, canceled and refunded.',
      records: [breadcrumbs(match.context.site, [{ name: 'Terms', path: '/legal/terms' }])],
    }),
  component: Terms,
});

function Terms() {
  const { site } = Route.useRouteContext();
  return (
    <LegalPage
      title="Terms of booking"
      lead={`What you and ${site.name} agree to when you book a visit on this site.`}
      since={TERMS_SINCE}
      parts={termsParts(site)}
    />
  );
}
