import { createFileRoute, Link } from '@tanstack/react-router';
import { isAccessRefusal } from '#shared/account/page-access.ts';
import type { UsersPage, UsersQuery } from '#shared/account/account.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { NearVisits } from '../../../owner/near-visits.tsx';
import { NeedsAttention } from '../../../owner/needs-attention.tsx';
import { userColumns } from '../../../owner/user-columns.tsx';
import { USERS_DEFAULTS } from '../../../owner/users-search.ts';
import { buttonClass } from '../../../components/button.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { PageHeading } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Table } from '../../../components/table.tsx';
import { pageHead } from '../../../shell/page-head.ts';
import { AdminError } from '../../../shell/screens/app-error.tsx';
import { RetryLink } from '../../../shell/screens/retry-link.tsx';

/** The newest users (SPEC.md section 2). */
const NEWEST: UsersQuery = { ...USERS_DEFAULTS, pageSize: 50, sortBy: 'createdAt', sortOrder: 'desc' };

/**
 * Returns null, so that a part that failed to load leaves the others visible (SPEC.md section 4). Rethrows a refused access, which
 * concerns the whole page.
 */
function unlessRefused(error: unknown): null {
  if (error instanceof RpcError && isAccessRefusal(error.refusal)) throw error;
  return null;
}

export const Route = createFileRoute('/app/admin/')({
  loader: async ({ context: { rpc }, abortController: { signal } }) => {
    const [visits, failures, users] = await Promise.all([
      rpc.nearVisits(undefined, { signal }).catch(unlessRefused),
      rpc.needsAttention(undefined, { signal }).catch(unlessRefused),
      rpc.users(NEWEST, { signal }).catch(unlessRefused),
    ]);
    return { visits, failures, users };
  },
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/app/admin',
      title: 'Admin',
      description: 'What there is to look after.',
      isIndexed: false,
    }),
  pendingComponent: () => <Skeleton says="One moment…" lines={['title', 'text', 'control', 'control', 'control']} />,
  errorComponent: AdminError,
  component: Admin,
});

function Admin() {
  const { visits, failures, users } = Route.useLoaderData();
  const { site, user } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Admin" />
      {visits === null ? <Failed title="Failed to load visits" /> : <NearVisits visits={visits} />}
      {failures === null ? (
        <Failed title="Failed to load what needs attention" />
      ) : (
        <NeedsAttention items={failures} timeZone={site.timeZone} />
      )}
      {users === null ? (
        <Failed title="Failed to load users" />
      ) : (
        <NewestUsers users={users} timeZone={site.timeZone} own={user.email} />
      )}
    </>
  );
}

function Failed({ title }: { readonly title: string }) {
  return (
    <Notice tone="danger" title={title} role="alert">
      <p className="mb-3">It’s our fault. Nothing was changed.</p>
      <RetryLink reset={() => {}} />
    </Notice>
  );
}

interface Newest {
  readonly users: UsersPage;
  readonly timeZone: string;
  readonly own: string;
}

function NewestUsers({ users, ...look }: Newest) {
  return (
    <>
      <Table
        caption={
          users.total > users.users.length
            ? `The newest ${users.users.length} of ${users.total} users`
            : countOf(users.total)
        }
        columns={userColumns(look)}
        rows={users.users}
        keyOf={({ id }) => id}
      />
      <p className="mt-6">
        <Link to="/app/admin/users" className={buttonClass()}>
          Search and change users
        </Link>
      </p>
    </>
  );
}

function countOf(total: number): string {
  return total === 1 ? 'One user' : `${total} users`;
}
