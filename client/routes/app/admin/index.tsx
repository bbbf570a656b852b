import { SCRIPT_COOKIE, WHOLE_PAGE } from '#shared/script-cookie.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { formatCount } from '#shared/format-count.ts';
import type { UsersPage } from '#shared/account/account.ts';
import { postedOf, PostedRefusal } from '../../../account/forms/failure.tsx';
import { AttentionLine, AttentionLineToCome } from '../../../owner/landing/attention-line.tsx';
import { BookingFinder } from '../../../owner/bookings/bookings-filter.tsx';
import { NearVisits } from '../../../owner/landing/near-visits.tsx';
import { NeedsAttention } from '../../../owner/landing/needs-attention.tsx';
import { StatsSummary } from '../../../owner/stats/stats-summary.tsx';
import { userColumns, usersWords } from '../../../owner/users/users-table.tsx';
import { attentionQuery, overviewQuery, unlessRefused } from '../../../owner/landing/landing-queries.ts';
import { buttonClass, ButtonLink, PageHeading, Skeleton } from '../../../components/page.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { readQuery } from '../../../shell/query/query-client.ts';
import { Table } from '../../../components/table.tsx';
import { RetryLink } from '../../../shell/screens/error-screen.tsx';
import { ownerPage } from '../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/')({
  ...ownerPage('Admin', ['text', 'control', 'control', 'control']),
  loader: async ({ context: { rpc, queryClient, whenShown, flash } }) => {
    const later = [
      queryClient.fetchQuery({ ...attentionQuery(rpc, whenShown), staleTime: 0 }),
      queryClient.fetchQuery(overviewQuery(rpc, whenShown)),
    ];
    // Handled where the part is shown.
    for (const part of later) part.catch(() => {});
    const visits = await queryClient
      .fetchQuery(readQuery(rpc, 'nearVisits', undefined, { staleTime: 0 }))
      .catch(unlessRefused);
    if (whenShown === null) await Promise.all(later);
    return { visits, posted: postedOf(flash) };
  },
  component: Admin,
});

function Admin() {
  const { visits, posted } = Route.useLoaderData();
  useEffect(tellThatScriptsRun, []);
  return (
    <>
      <PageHeading title="Admin" />
      <PostedRefusal posted={posted} />
      <Suspense fallback={<AttentionLineToCome />}>
        <HowMuch />
      </Suspense>
      {visits === null ? <Failed title="Failed to load visits" /> : <NearVisits visits={visits} />}
      <p className="mt-6">
        <ButtonLink to="/app/admin/schedule/book">Book by phone</ButtonLink>
      </p>
      <div className="mt-6">
        <BookingFinder />
      </div>
      <Suspense fallback={<AttentionToCome />}>
        <Attention />
      </Suspense>
      <Suspense
        fallback={<Skeleton says="Looking up users and stats…" lines={['title', 'control', 'control', 'control']} />}
      >
        <Overview />
      </Suspense>
    </>
  );
}

function AttentionToCome() {
  return (
    <div className="my-10">
      {/* The rest of a streamed page comes by script. */}
      <noscript>
        <p className="mb-4">
          <a href={`?${WHOLE_PAGE}`} className={buttonClass()}>
            Show what needs attention
          </a>
        </p>
      </noscript>
      <Skeleton says="Looking for what needs attention…" lines={['title', 'text', 'control']} />
    </div>
  );
}

/** Null if it failed to load. */
function useNeeds() {
  const { rpc, whenShown } = Route.useRouteContext();
  return useSuspenseQuery(attentionQuery(rpc, whenShown)).data;
}

function HowMuch() {
  return <AttentionLine needs={useNeeds()} />;
}

function Attention() {
  const { site } = Route.useRouteContext();
  const needs = useNeeds();
  if (needs === null) return <Failed title="Failed to load what needs attention" />;
  return <NeedsAttention needs={needs} timeZone={site.timeZone} />;
}

/** Names what failed to load, and shows the other; one error for both (SPEC.md section 4). */
function Overview() {
  const { rpc, site, user, whenShown } = Route.useRouteContext();
  const { data } = useSuspenseQuery(overviewQuery(rpc, whenShown));
  const { users, stats } = data;
  if (users === null && stats === null) {
    return (
      <Failed title="Users and stats didn’t load" messages={['Failed to load users', 'Failed to load system stats']} />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-10">
      {stats === null ? <Failed title="Failed to load system stats" /> : <StatsSummary stats={stats} />}
      {users === null ? (
        <Failed title="Failed to load users" />
      ) : (
        <NewestUsers users={users} timeZone={site.timeZone} own={user.email} />
      )}
    </div>
  );
}

const NONE: readonly string[] = [];

function Failed({ title, messages = NONE }: { readonly title: string; readonly messages?: readonly string[] }) {
  return (
    <Notice tone="danger" title={title} role="alert">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      <p className="mb-3">It’s our fault. Nothing was changed.</p>
      <RetryLink reset={() => {}} />
    </Notice>
  );
}

function NewestUsers({ users, ...look }: { users: UsersPage; timeZone: string; own: string }) {
  return (
    <div>
      <Table
        caption={
          users.total > users.users.length
            ? `The newest ${users.users.length} of ${formatCount(users.total)} users`
            : usersWords(users.total)
        }
        columns={userColumns(look)}
        rows={users.users}
        keyOf={({ id }) => id}
      />
      <p className="mt-6">
        <ButtonLink to="/app/admin/users">Search and change users</ButtonLink>
      </p>
    </div>
  );
}

/** The server may stream the owner's first page to this browser from now on. */
function tellThatScriptsRun(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${SCRIPT_COOKIE}=run; path=/app/admin; samesite=lax${secure}`;
}
