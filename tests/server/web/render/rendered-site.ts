import { type PageRequest, renderPage } from '#server/web/render/render-page.tsx';
import { openBuiltSite } from '../../built-site.ts';

/** A site that asks for consent. */
export const TAGGED = { GTM_ID: 'GTM-ABC1234', CONSENT: 'ask' };

/** The built site, and what was rendered. `renderAs` replaces the rendering until it is called with null. */
export function openRendered(env: Readonly<Record<string, string>> = {}) {
  const pages: PageRequest[] = [];
  let replaced: (() => Response) | null = null;
  const site = openBuiltSite({
    env,
    async renderPage(page) {
      pages.push(page);
      return replaced ? replaced() : renderPage(page);
    },
  });
  const rendered = () => pages.map(({ request: { url } }) => url.replace(/^http:\/\/[^/]+/, ''));
  const ask = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers });
  const read = async (path: string, headers: Record<string, string> = {}) => (await ask(path, headers)).text();
  return { ...site, pages, rendered, ask, read, renderAs: (render: typeof replaced) => (replaced = render) };
}

/** The token of a page's form; empty if there is none. */
export function tokenOf(html: string): string {
  return /<input type="hidden" name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
}
