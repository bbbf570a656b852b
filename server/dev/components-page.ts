import { Hono } from 'hono';

export type ComponentsTheme = 'light' | 'dark' | 'system';

/** The site's components in every state. It takes no script and leads nowhere but to itself. */
export function componentsPage(render: (theme: ComponentsTheme) => Promise<string>): Hono {
  const app = new Hono();
  app.get('/dev/components', async (c) => {
    const theme = c.req.query('theme');
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    return c.html(await render(theme === 'light' || theme === 'dark' ? theme : 'system'));
  });
  return app;
}
