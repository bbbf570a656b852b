import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../../marketing/legal/legal-page.tsx';
import { PRIVACY_SINCE, privacyParts } from '../../../marketing/legal/privacy-parts.tsx';
import { breadcrumbs } from '../../../marketing/records.ts';
import { pageHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/(documents)/legal/privacy')({
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/legal/privacy',
      title: 'Privacy',
      description: 'What we keep about you when you book, why, for how long, and how to have it deleted.',
      records: [breadcrumbs(match.context.site, [{ name: 'Privacy', path: '/legal/privacy' }])],
    }),
  component: Privacy,
});

function Privacy() {
  const { site } = Route.useRouteContext();
  return (
    <LegalPage
      title="Privacy notice"
      lead="You can read this site without telling us anything. When you book, we keep what the visit needs and nothing else."
      since={PRIVACY_SINCE}
      parts={privacyParts(site)}
    />
  );
}
