import { describe, expect, test } from 'vitest';
import type { SiteStatus, StatsQuery } from '#shared/owner/stats.ts';
import { QUIET_STATS } from '../owner/quiet-stats.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { rendered } from './rendered.ts';

const QUIET: SiteStatus = {
  events: 1505,
  checkedAt: null,
  behind: 0,
  jobs: { waiting: 3, late: 1 },
  backedUpAt: null,
  rebuild: null,
};

/** The page as the server sends it, and what it asked for. */
async function statsPage(search = '', stats = QUIET_STATS, status = QUIET) {
  const asked: StatsQuery[] = [];
  const page = await rendered(`/app/admin/stats${search}`, null, {
    session: async () => OLIVES_SESSION,
    siteStatus: async () => status,
    stats: async (query) => {
      asked.push(query);
      return stats;
    },
  });
  expect(page.faults).toEqual([]);
  return { ...page, asked };
}

/** The drawings of the page that belong to a table. */
function chartOf(main: string, title: string): string {
  const from = main.indexOf(`>${title}</h3>`);
  return main.slice(from, main.indexOf('</figure>', from));
}

describe('the page of statistics', () => {
  test('draws the charts on the server, each bar with its numbers', async () => {
    const { main } = await statsPage();
    const months = chartOf(main, 'Net revenue by month');
    expect(months).toContain('<title>March 2027: Paid $798, Refunded $299, Net $499</title>');
    expect(chartOf(main, 'Half days of the next two weeks')).toContain(
      '<title>Wed, Mar 17: Booked 1, Held 1, Closed 0, Open 0</title>',
    );
    expect(main.match(/<svg viewBox="0 0 400 /g)).toHaveLength(4);
  });

  test('of a shop in which nothing has happened shows zeros', async () => {
    const none = { captured: 0, refunded: 0 };
    const { text } = await statsPage('', {
      ...QUIET_STATS,
      bookings: QUIET_STATS.bookings.map(({ state }) => ({ state, bookings: 0 })),
      revenue: { all: none, months: [{ period: '2027-03', ...none }], days: [{ period: '2027-03-01', ...none }] },
      lateCancellations: { all: 0, refilled: 0, returned: 0, open: 0, kept: 0 },
    });
    expect(text).toContain('$0 since the site opened');
    expect(text).toContain('No visit was canceled when it was too late to cancel for free.');
  });
});

test('the page of statistics says how the site is, and how far a rebuild is', async () => {
  const quiet = await statsPage();
  expect(quiet.text).toContain('3, 1 of them late');
  expect(quiet.main).toContain('<output class="sr-only"></output>');
  const running = await statsPage('', QUIET_STATS, {
    ...QUIET,
    rebuild: { state: 'running', events: 700, endedAt: null },
  });
  expect(running.text).toContain('700 of 1,505 events so far.');
  expect(running.main).toContain('<output class="sr-only">Rebuilding</output>');
  const failed = await statsPage('', QUIET_STATS, { ...QUIET, rebuild: { state: 'failed', events: 0, endedAt: 1 } });
  expect(failed.text).toContain('Nothing was changed.');
});
