import type { Request } from 'playwright-core';
import type { Visitor } from './browser.ts';
import { type Shop, openShop } from './shop.ts';

export const CONTAINER = 'GTM-TEST123';
const TAGS = 'https://www.googletagmanager.com';

export type Recorded = Readonly<Record<string, unknown>>;

/** A stand-in for the tag manager: it reports everything that is or will be in the data layer. */
const STAND_IN = `
  const report = (entry) => window.recordEntry(JSON.parse(JSON.stringify(entry)));
  window.dataLayer.forEach(report);
  const push = window.dataLayer.push.bind(window.dataLayer);
  window.dataLayer.push = (...entries) => (entries.forEach(report), push(...entries));
`;

/** The settings of a shop with the tag manager. */
export const tagSettings = (consent: 'off' | 'ask') => ({ RATE_LIMIT: '100', GTM_ID: CONTAINER, CONSENT: consent });

/** A shop with the tag manager, open while the tests of the file run. */
export function openTaggedShop(consent: 'off' | 'ask'): Shop {
  return openShop({}, tagSettings(consent));
}

/** What a visitor's pages send to other sites, and what is in their data layers. */
export async function watch({ context }: Visitor, origin: string) {
  const entries: Recorded[] = [];
  const sent: Request[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) sent.push(request);
  });
  await context.exposeBinding('recordEntry', (_, entry: Recorded) => void entries.push(entry));
  await context.route(`${TAGS}/**`, (route) => {
    const isFrame = route.request().url().includes('/ns.html');
    return route.fulfill(
      isFrame ? { contentType: 'text/html', body: '' } : { contentType: 'text/javascript', body: STAND_IN },
    );
  });
  return {
    entries,
    /** Addresses of other sites that were asked for. */
    elsewhere: () => sent.map((request) => request.url()),
    /** The site's own events, without what the tag manager pushes. */
    events: (name?: string) =>
      entries.filter(({ event }) => event !== 'gtm.js' && (name === undefined || event === name)),
  };
}
