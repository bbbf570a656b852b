import { type PageRequest, renderPage } from '#server/web/render/render-page.tsx';
import { openBuiltSite } from '../../built-site.ts';

/** A site that asks for consent. */
export const TAGGED = { GTM_ID: 'GTM-ABC1234', CONSENT: 'ask' };

/** The built site, and what was rendered. `fail` has the next pages answered with this status. */
export function openRendered(env: Readonly<Record<string, string>> = {}) {
  const pages: PageRequest[] = [];
  let failing: number | null = null;
  const site = openBuiltSite({
    env,
    async renderPage(page) {
      pages.push(page);
      return failing === null ? renderPage(page) : new Response('failed', { status: failing });
    },
  });
  const rendered = () => pages.map(({ request: { url } }) => url.replace(/^http:\/\/[^/]+/, ''));
  const ask = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers });
  const read = async (path: string, headers: Record<string, string> = {}) => (await ask(path, headers)).text();
  return { ...site, pages, rendered, ask, read, fail: (status: number | null) => (failing = status) };
}

/** The token of a page's form; empty if there is none. */
export function tokenOf(html: string): string {
  return /<input type="hidden" name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
}
