import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { refuseAccess, signInPath } from '#shared/account/account.ts';
import { exportData } from '../profile.ts';
import type { RequestVariables } from '../../web/middleware/request-log.ts';
import type { AccountContext } from '../context.ts';

type Env = { Variables: RequestVariables };

const PAGE = '/app/profile';

/** In chunks, because an account may have thousands of bookings. Stops if the session loses access. */
async function* jsonOf(
  { about, bookings }: Awaited<ReturnType<typeof exportData>>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${JSON.stringify(about, null, 2).slice(0, -'\n}'.length)},\n  "bookings": [`);
  let separator = '\n';
  for await (const page of bookings) {
    if (!(await isAllowed())) throw new Error('signed out, or deleted, during the export');
    const texts = page.map((booking) => JSON.stringify(booking, null, 2).replaceAll(/^/gm, '    '));
    yield encoder.encode(separator + texts.join(',\n'));
    separator = ',\n';
  }
  yield encoder.encode(separator === '\n' ? ']\n}' : '\n  ]\n}');
}

export function exportRoute(contextOf: (c: Context<Env>) => AccountContext): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get(`${PAGE}/export`, async (c) => {
    const context = contextOf(c);
    const current = await context.signIn.current();
    const refusal = refuseAccess(current?.role ?? null, 'user');
    if (refusal !== null || current === null) return c.redirect(signInPath(refusal ?? 'not-signed-in', PAGE), 303);
    const { about, bookings } = await exportData(context, current);
    const isAllowed = () => context.signIn.stillHolds();
    // The account was deleted while the export was read: the data is incomplete.
    if (!(await isAllowed())) return c.redirect(signInPath('not-signed-in', PAGE), 303);
    const body = Readable.toWeb(Readable.from(jsonOf({ about, bookings }, isAllowed))) as ReadableStream<Uint8Array>;
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    return c.body(body, 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
  });
  return routes;
}
