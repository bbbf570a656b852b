/** The owner's first page, rendered with calls that a test replaces. */
import { renderPage } from '#server/web/render/render-page.tsx';
import type { UsersPage } from '#shared/account/account.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { NearVisits } from '#shared/owner/near-visits.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { QUIET_STATS } from '../owner/quiet-stats.ts';
import { failingRpc } from '../../failing-rpc.ts';
import { TEST_SITE } from '../../test-site.ts';

export const USERS: UsersPage = {
  users: [
    {
      id: 'a1',
      name: 'Carl Customer',
      email: 'c@example.com',
      role: 'user',
      emailVerified: true,
      createdAt: 0,
      isDisabled: false,
    },
  ],
  page: 1,
  pageSize: 50,
  pages: 1,
  total: 1,
};
export const VISITS: NearVisits = {
  today: '2027-03-15',
  days: [
    { date: '2027-03-15', visits: [] },
    {
      date: '2027-03-16',
      visits: [
        {
          eventId: 'b1',
          state: 'confirmed',
          canComplete: false,
          date: '2027-03-16',
          claim: 'am',
          area: 'Ojai',
          priceCents: 29_900,
          isPaidOutside: false,
          refund: 'none',
          tasks: ['tv-mounting'],
          customer: {
            photos: [],
            name: 'Ada Reyes',
            email: 'a@example.com',
            phone: '(805) 555-0142',
            address: '9 Oak Rd',
            notes: 'Ring',
          },
        },
      ],
    },
  ],
};

export const NOTHING = {
  writeRefusal: null,
  unrecorded: [],
  unrecordedTotal: 0,
  items: [],
  total: 0,
  sender: null,
  backup: null,
  lateMail: null,
  lateWebhooks: null,
  dismissed: [],
} as const;

/** Calls of the owner's first page. */
export const LANDING_CALLS: AppRpc = {
  ...failingRpc(new Error('it failed')),
  session: async () => OLIVES_SESSION,
  nearVisits: async () => VISITS,
  needsAttention: async () => NOTHING,
  users: async () => USERS,
  stats: async () => QUIET_STATS,
};

/** The owner's first page, with these answers of its calls. */
export async function openLanding(calls: Partial<AppRpc>, runsScripts = false): Promise<Response> {
  const shown = Promise.withResolvers<void>();
  const response = await renderPage({
    request: new Request('http://localhost/app/admin', { headers: { 'user-agent': 'Mozilla/5.0 Chrome/150' } }),
    id: 'request-1',
    nonce: 'noncense',
    rpc: { ...LANDING_CALLS, ...calls },
    site: TEST_SITE,
    flash: null,
    whenShown: runsScripts ? shown.promise : null,
    onError: () => {},
  });
  shown.resolve();
  return response;
}
