import { createFileRoute } from '@tanstack/react-router';
import { type StatsQuery, isStatsMonth } from '#shared/owner/stats.ts';
import { postedOf, PostedRefusal } from '../../../account/forms/failure.tsx';
import { PageHeading } from '../../../components/page.tsx';
import { SiteStatusBlock, siteStatusQuery } from '../../../owner/stats/site-status.tsx';
import { StatsSections } from '../../../owner/stats/stats-sections.tsx';
import { readQuery } from '../../../shell/query/query-client.ts';
import { ownerPage } from '../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/stats')({
  validateSearch: readStatsQuery,
  loaderDeps: ({ search }) => ({ query: readStatsQuery({ ...search }) }),
  ...ownerPage('Stats', ['text', 'control', 'control', 'control'], 'Counting…'),
  loader: async ({ context: { queryClient, rpc, flash }, deps: { query } }) => ({
    stats: await queryClient.fetchQuery(readQuery(rpc, 'stats', query)),
    status: await queryClient.fetchQuery(siteStatusQuery(rpc)),
    posted: postedOf(flash),
    query,
  }),
  component: StatsPage,
});

function readStatsQuery({ month }: Record<string, unknown>): StatsQuery {
  return isStatsMonth(month) ? { month } : {};
}

function StatsPage() {
  const { stats, status, query, posted } = Route.useLoaderData();
  const { rpc, site } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Stats" />
      <PostedRefusal posted={posted} />
      <StatsSections
        stats={stats}
        query={query}
        system={<SiteStatusBlock rpc={rpc} loaded={status} timeZone={site.timeZone} />}
      />
    </>
  );
}
