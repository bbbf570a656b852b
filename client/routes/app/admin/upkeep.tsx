import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '#shared/format-count.ts';
import { isAccessRefusal } from '#shared/account/page-access.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import type { UpkeepView } from '#shared/owner/upkeep.ts';
import { postedOf } from '../../../account/forms/posted.ts';
import { PostedRefusal } from '../../../account/forms/posted-refusal.tsx';
import { CheckOfLog, ProjectionsTable, UpkeepJobStatus, WorkersTable } from '../../../owner/upkeep-parts.tsx';
import { PageHeading } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { pageHead } from '../../../shell/page-head.ts';
import { readQuery } from '../../../shell/query/read-query.ts';
import { useWatch } from '../../../shell/rpc/use-watch.ts';
import { AdminError } from '../../../shell/screens/app-error.tsx';
import { guard } from '../../../shell/session.ts';

export const Route = createFileRoute('/app/admin/upkeep')({
  beforeLoad: guard,
  loader: async ({ context: { queryClient, rpc, flash, user } }) => ({
    // Workers and projections go on all the time.
    view: await queryClient.fetchQuery(readQuery(rpc, 'upkeep', undefined, { staleTime: 0 })),
    posted: postedOf(flash),
    user,
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/app/admin/upkeep',
      title: 'Upkeep',
      description: 'Whether the log is whole, and whether all that follows it keeps up.',
      isIndexed: false,
    }),
  pendingComponent: () => <Skeleton says="One moment…" lines={['title', 'text', 'control', 'text', 'text']} />,
  errorComponent: AdminError,
  component: Upkeep,
});

function Upkeep() {
  const { view, posted } = Route.useLoaderData();
  const shown = useLiveUpkeep(view);
  return (
    <>
      <PageHeading title="Upkeep" />
      <PostedRefusal posted={posted} forms={['startUpkeep']} />
      <p className="mb-6 max-w-prose text-pencil">
        The log has <span>{formatCount(shown.position)}</span> <span>{shown.position === 1 ? 'event' : 'events'}</span>.
        See them on <TextLink to="/app/admin/events">the page of events</TextLink>.
      </p>
      <UpkeepJobStatus job={shown.job} />
      <div className="grid gap-10">
        <CheckOfLog job={shown.job} />
        <ProjectionsTable view={shown} />
        <WorkersTable view={shown} />
      </div>
    </>
  );
}

/** The state that the page was loaded with, or a newer one. */
function useLiveUpkeep(view: UpkeepView): UpkeepView {
  const { rpc } = Route.useRouteContext();
  const router = useRouter();
  const [live, setLive] = useState<UpkeepView | null>(null);
  useWatch(
    {
      open: (from, signal) => from.upkeepLive(undefined, { signal }),
      look: null,
      onChange: setLive,
      onFailure(error) {
        const isRefused = error instanceof RpcError && isAccessRefusal(error.refusal);
        // The guard of the page leads on.
        if (isRefused) void router.invalidate();
        return isRefused;
      },
      source: rpc,
    },
    true,
  );
  return live ?? view;
}
