import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { nullIfInvalid } from '../web/http/checked-input.ts';

export type ComponentsTheme = 'light' | 'dark' | 'system';

const query = z.object({ theme: nullIfInvalid(z.enum(['light', 'dark'])) });

/** The site's components in every state, without scripts. */
export function componentsPage(render: (theme: ComponentsTheme) => Promise<string>): Hono {
  const app = new Hono();
  app.get('/dev/components', zValidator('query', query), async (c) => {
    const { theme } = c.req.valid('query');
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    return c.html(await render(theme ?? 'system'));
  });
  return app;
}
