/** Created from the settings at startup. */
import { Hono } from 'hono';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { PALETTE } from '#shared/palette.ts';
import type { Clock } from '../../process/clock.ts';
import { matchesETag, weakETag } from '../../web/http/responses.ts';

interface Parts {
  readonly config: { readonly appName: string; readonly email: string; readonly publicUrl: string };
  readonly clock: Pick<Clock, 'now'>;
}

/** Not pages that say `noindex`: robots must be able to read that. */
const NOT_FOR_ROBOTS = ['/app$', '/app/', '/booking/', '/manage/', '/calendar/', '/book/calendar/'];

const AN_HOUR = 'public, max-age=3600';

/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

function robotsTxt(publicUrl: string): string {
  const rules = NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** Search engines ignore the protocol's other elements. */
export function sitemap(publicUrl: string): string {
  const entries = INDEXED_PATHS.map((path) => `<url><loc>${publicUrl}${path}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

function securityTxt({ email, publicUrl }: Parts['config'], now: number): string {
  const expires = new Date(now + VALID_MS).toISOString();
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function webManifest({ appName }: Pick<Parts['config'], 'appName'>): string {
  return JSON.stringify({
    name: appName,
    short_name: appName,
    description: 'A handyman by the half day or the day.',
    start_url: '/',
    display: 'browser',
    lang: 'en-US',
    theme_color: PALETTE.accent.light,
    background_color: PALETTE.paper.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  });
}

export function siteFiles({ config, clock }: Parts): Hono {
  const routes = new Hono();
  const serve = (path: string, type: string, body: string) => {
    const etag = weakETag(body);
    const headers = { 'content-type': type, 'cache-control': AN_HOUR, etag };
    routes.get(path, (c) =>
      matchesETag(c.req.header('if-none-match'), etag) ? c.body(null, 304, headers) : c.body(body, 200, headers),
    );
  };
  serve('/robots.txt', 'text/plain; charset=utf-8', robotsTxt(config.publicUrl));
  serve('/sitemap.xml', 'application/xml; charset=utf-8', sitemap(config.publicUrl));
  serve('/site.webmanifest', 'application/manifest+json', webManifest(config));
  routes.get('/.well-known/security.txt', (c) =>
    c.text(securityTxt(config, clock.now()), 200, { 'cache-control': AN_HOUR }),
  );
  // Password managers open it: https://w3c.github.io/webappsec-change-password-url/
  routes.get('/.well-known/change-password', (c) => c.redirect('/app/profile#password'));
  return routes;
}
