import { Hono } from 'hono';

/** The site's components in states that are rare on its pages, without scripts. */
export function componentsPage(render: () => Promise<string>): Hono {
  const app = new Hono();
  app.get('/dev/components', async (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    return c.html(await render());
  });
  return app;
}
