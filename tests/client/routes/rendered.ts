import { renderPage } from '#server/web/render/render-page.tsx';
import type { NextOpen } from '#shared/booking/availability.ts';
import type { Site } from '#shared/business/site.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { failingRpc } from '../../failing-rpc.ts';
import { strayAmounts } from '../../amounts.ts';
import { TEST_SITE } from '../../test-site.ts';

export const SITE = {
  ...TEST_SITE,
  name: 'Oak Street Repairs',
  email: 'hello@oak.example',
  origin: 'https://oak.example',
};

const day = {
  date: '2027-03-09',
  am: 'open',
  pm: 'open',
  freeChangesThrough: '2027-03-07',
  shortNotice: false,
} as const;

export const NEXT_OPEN: NextOpen = {
  today: '2027-03-01',
  slots: { 'half-day': { day, claim: 'am' }, 'full-day': { day, claim: 'full' } },
};

export const PUBLIC_PATHS = [
  '/',
  '/pricing',
  '/about',
  '/legal/terms',
  '/legal/privacy',
  '/legal/accessibility',
] as const;

/** A page as the server sends it; `next` is the next open slot, null when it is unknown. No other call but `calls` is made. */
export async function rendered(
  path: string,
  next: NextOpen | null = null,
  calls: Partial<AppRpc> = {},
  site: Site = SITE,
) {
  const faults: unknown[] = [];
  const refusing = failingRpc(new Error('not to be asked'));
  const rpc: AppRpc = { ...refusing, ...(next && { nextOpen: async () => next }), ...calls };
  const response = await renderPage({
    request: new Request(`https://oak.example${path}`, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/150' } }),
    id: 'request-1',
    nonce: 'noncense',
    rpc,
    site,
    flash: null,
    onError: (error) => faults.push(error),
  });
  const html = await response.text();
  // The owner's pages add amounts up. On every other page each amount must be a price.
  if (!path.startsWith('/app/admin')) faults.push(...strayAmounts(html));
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
  const location = response.headers.get('location');
  return { status: response.status, location, html, main, text: words(main), faults };
}

/** The text of a page, without its markup. */
function words(html: string): string {
  return html
    .replaceAll(/<!-- -->|<\/?span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:])/g, '')
    .trim();
}
