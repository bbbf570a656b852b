import { stringify } from 'csv-stringify/sync';
import { type Context, Hono } from 'hono';
import { refuseAccess, signInPath } from '#shared/account/account.ts';
import { STATS_PATH, isStatsMonth } from '#shared/owner/stats.ts';
import { type StatsCell, type StatsTable, statsTables } from '#shared/owner/stats-tables.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { textResponse } from '../../web/http/responses.ts';
import type { RequestVariables } from '../../web/middleware/request-log.ts';
import { systemStats } from '../stats.ts';

type Env = { Variables: RequestVariables };

/** RFC 4180, amounts in dollars. Texts that spreadsheets would run as formulas begin with an apostrophe. */
export function csvOf({ columns, rows }: StatsTable): string {
  const cell = (value: StatsCell, index: number) =>
    typeof value === 'number' && columns[index]?.unit === 'cents' ? value / 100 : value;
  return stringify([columns.map(({ title }) => title), ...rows.map((row) => row.map(cell))], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

export function statsFileRoute(contextOf: (c: Context<Env>) => AccountContext): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get(`${STATS_PATH}/:file{.+\\.csv}`, async (c) => {
    const context = contextOf(c);
    const refusal = refuseAccess((await context.signIn.current())?.role ?? null, 'admin');
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    if (refusal !== null) return c.redirect(signInPath('not-allowed', STATS_PATH), 303);
    const name = c.req.param('file').slice(0, -'.csv'.length);
    const month = c.req.query('month');
    const stats = await systemStats(context, isStatsMonth(month) ? { month } : {});
    const tables = new Map(Object.entries(statsTables(stats)));
    const table = tables.get(name);
    if (table === undefined) return textResponse(c, 'There’s no such table.', 404);
    return c.body(csvOf(table), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    });
  });
  return routes;
}
