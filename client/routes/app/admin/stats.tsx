import { createFileRoute } from '@tanstack/react-router';
import { STATS_PATH, type StatsQuery, isStatsMonth } from '#shared/owner/stats.ts';
import { PageHeading } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { StatsSections } from '../../../owner/stats/stats-sections.tsx';
import { pageHead } from '../../../shell/page-head.ts';
import { readQuery } from '../../../shell/query/read-query.ts';
import { AdminError } from '../../../shell/screens/app-error.tsx';
import { guard } from '../../../shell/session.ts';

export const Route = createFileRoute('/app/admin/stats')({
  validateSearch: readStatsQuery,
  loaderDeps: ({ search }) => ({ query: readStatsQuery({ ...search }) }),
  beforeLoad: guard,
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    stats: await queryClient.fetchQuery(readQuery(rpc, 'stats', query)),
    query,
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: STATS_PATH,
      title: 'Stats',
      description: 'Revenue, bookings, users, and how the system keeps up.',
      isIndexed: false,
    }),
  pendingComponent: () => <Skeleton says="Counting…" lines={['title', 'text', 'control', 'control', 'control']} />,
  errorComponent: AdminError,
  component: StatsPage,
});

/** An invalid month is ignored. */
function readStatsQuery({ month }: Record<string, unknown>): StatsQuery {
  return isStatsMonth(month) ? { month } : {};
}

function StatsPage() {
  const { stats, query } = Route.useLoaderData();
  return (
    <>
      <PageHeading title="Stats" />
      <StatsSections stats={stats} query={query} />
    </>
  );
}
