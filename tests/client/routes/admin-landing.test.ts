import { describe, expect, test } from 'vitest';
import { renderPage } from '#server/web/render/render-page.tsx';
import type { UsersPage } from '#shared/account/account.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { NearVisits } from '#shared/owner/near-visits.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { QUIET_STATS } from '../owner/quiet-stats.ts';
import { failingRpc } from '../../failing-rpc.ts';
import { TEST_SITE } from '../../test-site.ts';

const USERS: UsersPage = {
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
const VISITS: NearVisits = {
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
          price: 29_900,
          isPaidOutside: false,
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

const NOTHING = { unrecorded: [], unrecordedTotal: 0, items: [], total: 0, archive: null, dismissed: [] } as const;

/** The owner's first page, with these answers of its calls. */
function open(calls: Partial<AppRpc>, runsScripts = false): Promise<Response> {
  const rpc: AppRpc = {
    ...failingRpc(new Error('it failed')),
    session: async () => OLIVES_SESSION,
    nearVisits: async () => VISITS,
    needsAttention: async () => NOTHING,
    users: async () => USERS,
    stats: async () => QUIET_STATS,
    ...calls,
  };
  return renderPage({
    request: new Request('http://localhost/app/admin', { headers: { 'user-agent': 'Mozilla/5.0 Chrome/150' } }),
    id: 'request-1',
    nonce: 'noncense',
    rpc,
    site: TEST_SITE,
    flash: null,
    runsScripts,
    onError: () => {},
  });
}

const FORFEIT = {
  kind: 'forfeit',
  id: 'forfeit-b2',
  eventId: 'b2',
  since: 0,
  customer: null,
  slot: { date: '2027-03-17', claim: 'am' },
  cents: 29_900,
  isPaidOutside: false,
} as const;

test('what needs attention comes with what settles it; dismissed items can be brought back', async () => {
  const needs = {
    ...NOTHING,
    items: [FORFEIT],
    total: 3,
    dismissed: [{ item: FORFEIT, reason: 'called', at: 0 }],
  } as const;
  const html = await (await open({ needsAttention: async () => needs })).text();
  for (const words of [
    'A deleted customer canceled late, and the time is open',
    'Yes, refund',
    'I called them',
    'I settled it myself',
    'It doesn’t matter anymore',
    'Bring it back',
  ]) {
    expect(html).toContain(words);
  }
  expect(html.replaceAll('<!-- -->', '')).toContain('These are the 1 oldest of 3.');
});

const CUSTOMER = { name: 'Pat Moss', email: '', phone: '(805) 555-0199', address: '1 Elm', notes: '', photos: [] };

const UNSENT = {
  kind: 'mail',
  id: 'mail-b2',
  eventId: 'b2',
  since: 0,
  customer: CUSTOMER,
  failures: 3,
  reason: 'no such mailbox',
  to: 'customer',
  tells: 'that it is booked',
} as const;

test.each([
  [
    'money that was paid directly',
    { ...FORFEIT, customer: CUSTOMER, isPaidOutside: true },
    [
      'you give all of it back yourself',
      'We have no email address for Pat Moss: call them.',
      'Yes, I’ll give $299 back',
    ],
  ],
  [
    'money that was paid by card',
    { ...FORFEIT, customer: { ...CUSTOMER, email: 'pat@example.com' } },
    ['All of it goes back to the card', 'We email Pat Moss.', 'Yes, refund $299'],
  ],
  [
    'money to give back',
    { ...FORFEIT, kind: 'owed', payment: 'p1' } as const,
    ['You can’t undo that', 'Yes, I gave $299 back'],
  ],
  ['a mail of this week', { ...UNSENT, isTried: true }, ['We try again once a day for a week.']],
  ['a mail that is too old', { ...UNSENT, isTried: false }, ['A week has passed, so we stopped trying.']],
] as const)('an item about %s says what happens', async (_, item, words) => {
  const needs = { ...NOTHING, items: [item], total: 1 };
  const html = (await (await open({ needsAttention: async () => needs })).text()).replaceAll('<!-- -->', '');
  for (const each of words) expect(html.toLowerCase()).toContain(each.toLowerCase());
});

test('a streamed page leads to a whole one where scripts do not run', async () => {
  const html = await (await open({}, true)).text();
  expect(html).toContain('<noscript><p class="mb-4"><a href="?whole"');
});

test('visits without a record come with the two buttons that record them', async () => {
  const visit = { eventId: 'b3', date: '2027-03-14', claim: 'am', customer: null } as const;
  const needs = { ...NOTHING, unrecorded: [visit], unrecordedTotal: 21 };
  const html = (await (await open({ needsAttention: async () => needs })).text()).replaceAll('<!-- -->', '');
  for (const words of ['How did it go?', 'A deleted customer', 'Done<', 'No one was there', 'the latest 1 of 21']) {
    expect(html).toContain(words);
  }
  expect(html).not.toContain('Every refund and every email went out');
});

test('an archive that is behind or refused is listed with what to do, and nothing to dismiss', async () => {
  const trouble = {
    since: Date.parse('2027-03-09T18:04:00Z'),
    reason: 'the object storage did not do it: 503 SlowDown',
  };
  for (const [state, words] of [
    ['behind', 'The copy of your records is out of date'],
    ['refused', 'No copy of your records is being made'],
  ] as const) {
    const needs = { ...NOTHING, archive: { state, ...trouble } };
    const html = (await (await open({ needsAttention: async () => needs })).text()).replaceAll('<!-- -->', '');
    expect(html).toContain(words);
    expect(html).toContain('Since Tue, Mar 9, 10:04 am: the object storage did not do it: 503 SlowDown');
    expect(html).not.toContain('Nothing. Every refund');
    expect(html).not.toContain('Dismiss');
  }
});

test('a visit that has begun can be recorded as done', async () => {
  const visits = {
    ...VISITS,
    days: VISITS.days.map(({ date, visits }) => ({
      date,
      visits: visits.map((visit) => Object.assign({}, visit, { canComplete: true })),
    })),
  };
  expect(await (await open({})).text()).not.toContain('The visit is done');
  expect(await (await open({ nearVisits: async () => visits })).text()).toContain('The visit is done');
});

const fail = async () => {
  throw new Error('it failed');
};

test('a browser that may run no script is sent one whole page: visits, what needs attention, stats, users', async () => {
  const response = await open({});
  expect(response.headers.has('content-length')).toBe(true);
  const html = await response.text();
  for (const words of [
    'Ada Reyes',
    'tel:8055550142',
    '9 Oak Rd',
    'TV Mounting',
    'Nothing. Every refund',
    '3 of 26',
    'Carl Customer',
  ]) {
    expect(html).toContain(words);
  }
});

describe('a browser that is known to run our script', () => {
  test('is sent the head and the visits before the other parts are asked for, which follow', async () => {
    const asked: string[] = [];
    const users = async () => {
      asked.push('users');
      return USERS;
    };
    const stats = async () => {
      asked.push('stats');
      return QUIET_STATS;
    };
    const response = await open({ users, stats }, true);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    let isDone = false;
    const readUntil = async (words: string) => {
      while (!isDone && !html.includes(words)) {
        const { done, value = '' } = await reader.read();
        html += value;
        isDone = done;
      }
    };
    await readUntil('Looking up users and stats…');
    expect(html).toContain('Ada Reyes');
    expect(asked).toEqual([]);
    expect(html).not.toContain('Carl Customer');
    await readUntil('</html>');
    expect(asked).toEqual(['users', 'stats']);
    expect(html).toContain('Carl Customer');
    expect(html).toContain('3 of 26');
  });
});

describe.each([false, true])('of parts that fail, the page says so and shows the others; scripts %s', (runsScripts) => {
  test.each([
    ['Failed to load users', { users: fail }],
    ['Failed to load system stats', { stats: fail }],
    ['Failed to load what needs attention', { needsAttention: fail }],
    ['Failed to load visits', { nearVisits: fail }],
  ])('%s', async (words, calls) => {
    const html = await (await open(calls, runsScripts)).text();
    expect(html).toContain(words);
    expect(html.match(/Failed to load/g)).toHaveLength(1);
    expect(html).toContain('Try Again');
  });

  test('users and stats', async () => {
    const html = await (await open({ users: fail, stats: fail }, runsScripts)).text();
    expect(html.match(/Failed to load [a-z ]+/g)?.toSorted()).toEqual([
      'Failed to load system stats',
      'Failed to load users',
    ]);
    expect(html).toContain('Ada Reyes');
  });
});
