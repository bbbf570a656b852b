import { Hono } from 'hono';
import { refuseAccess, signInPath } from '#shared/access.ts';
import { exportData } from './accounts/profile.ts';
import type { Sealer } from './http/sealing.ts';
import type { RequestVariables } from './middleware/request-log.ts';
import { contextOf } from './rpc/context.ts';
import type { Services } from './services.ts';

/** The page that offers it. */
const PAGE = '/app/profile';

/** What a signed-in user takes along of their data: a file, so that a plain link saves it. */
export function exportRoute(services: Services, sealer: Sealer): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.get(`${PAGE}/export`, async (c) => {
    const context = contextOf(services, sealer, c);
    const { current } = context.signIn;
    const refusal = refuseAccess(current?.role ?? null, 'user');
    if (refusal !== null || current === null) return c.redirect(signInPath(refusal ?? 'not-signed-in', PAGE), 303);
    const data = await exportData(context, current);
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    return c.body(JSON.stringify(data, null, 2), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
  });
  return routes;
}
