import { type Context, type Handler, Hono } from 'hono';
import { z } from 'zod';
import { LARGEST_REPORT, VITALS, VITALS_PATH, type VitalsReport } from '#shared/measuring/vitals.ts';
import { allowOnly } from '../../web/http/responses.ts';

const MOST = 600_000;

const report = z.strictObject({
  page: z.string().startsWith('/').max(200),
  values: z.partialRecord(z.enum(VITALS), z.number().min(0).max(MOST)),
});

function parse(text: string): VitalsReport | null {
  try {
    return report.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Sets no cookie and stores no address. */
export function vitalsRoute(count: (vitals: VitalsReport) => Promise<void>): Hono {
  const receive: Handler = async (c: Context) => {
    if (Number(c.req.header('content-length') ?? 0) > LARGEST_REPORT) return c.text('The report is too large.', 413);
    const text = await c.req.text();
    const parsed = text.length > LARGEST_REPORT ? null : parse(text);
    if (parsed === null) return c.text('This is no report of page speed.', 400);
    await count(parsed);
    return c.body(null, 204);
  };
  const routes = new Hono();
  routes.post(VITALS_PATH, receive);
  routes.all(VITALS_PATH, allowOnly('POST'));
  return routes;
}
