import { licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';

interface Page {
  readonly site: Site;
  /** For the canonical address and the social card. */
  readonly path: string;
  /** Null on the home page, whose title is the business's name (SPEC.md section 1). */
  readonly title: string | null;
  readonly description: string;
  readonly isIndexed?: boolean;
  /** For search engines; the business's own is on the home page. */
  readonly records?: readonly object[];
}

/** In pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Drawn by the build; pages that are not indexed have that of the home page. */
export function cardPath(path: string): string {
  return `/cards${path === '/' ? '/home' : path}.png`;
}

/** Escaped so that it can't close the element. */
export function jsonLd(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

/** For search engines and social cards. */
export function pageHead({ site, path, title, description, isIndexed = true, records = [] }: Page) {
  const fullTitle = title === null ? site.name : `${title} · ${site.name}`;
  const url = site.origin + path;
  const shared = `${description} ${licenseWords(site.legal, site.name)}`;
  const picture = site.origin + cardPath(isIndexed ? path : '/');
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: description },
      { name: 'robots', content: isIndexed ? 'index,follow' : 'noindex' },
      { property: 'og:type', content: 'website' },
      { property: 'og:locale', content: 'en_US' },
      { property: 'og:site_name', content: site.name },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: shared },
      { property: 'og:url', content: url },
      { property: 'og:image', content: picture },
      { property: 'og:image:type', content: 'image/png' },
      { property: 'og:image:width', content: String(CARD_SIZE.width) },
      { property: 'og:image:height', content: String(CARD_SIZE.height) },
      { property: 'og:image:alt', content: `A drawing: ${title ?? 'a handyman, by the half day or the day'}` },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: fullTitle },
      { name: 'twitter:description', content: shared },
      { name: 'twitter:image', content: picture },
    ],
    links: isIndexed ? [{ rel: 'canonical', href: url }] : [],
    scripts: records.map((record) => ({ type: 'application/ld+json', children: jsonLd(record) })),
  };
}

/** The `head` of a route that search engines don't list. */
export function unlistedHead(path: string, title: string, description: string) {
  return ({ match }: Match) => pageHead({ site: match.context.site, path, title, description, isIndexed: false });
}

interface Match {
  readonly match: { readonly context: { readonly site: Site } };
}

/** The `head` of a route within one that isn't indexed. */
export function titleHead(title: string) {
  return ({ match }: Match) => ({ meta: [{ title: `${title} · ${match.context.site.name}` }] });
}

export function notFoundHead(site: Site) {
  return { meta: [{ title: `Page not found · ${site.name}` }, { name: 'robots', content: 'noindex' }] };
}
