import { createFileRoute } from '@tanstack/react-router';
import { STATS_PATH, type StatsQuery, isStatsMonth } from '#shared/owner/stats.ts';
import { PageHeading } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { StatsSections } from '../../../owner/stats/stats-sections.tsx';
import { pageHead } from '../../../shell/page-head.ts';
import { read } from '../../../shell/query/read.ts';
import { AdminError } from '../../../shell/screens/app-error.tsx';

export const Route = createFileRoute('/app/admin/stats')({
  validateSearch: readQuery,
  loaderDeps: ({ search }) => ({ query: readQuery({ ...search }) }),
  loader: async ({ context: { rpc }, deps: { query }, abortController: { signal } }) => ({
    stats: await read((leave) => rpc.stats(query, { signal: leave }), signal),
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
function readQuery({ month }: Record<string, unknown>): StatsQuery {
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
