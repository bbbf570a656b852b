import type { Site } from '#shared/business/site.ts';

interface Page {
  readonly site: Site;
  /** The page's path, for the canonical address. */
  readonly path: string;
  /** Null on the home page, whose title is the business's name (SPEC.md section 1). */
  readonly title: string | null;
  readonly description: string;
  readonly isIndexed?: boolean;
}

/** Head tags of a page, for search engines and social cards. */
export function pageHead({ site, path, title, description, isIndexed = true }: Page) {
  const fullTitle = title === null ? site.name : `${title} · ${site.name}`;
  const url = site.origin + path;
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: description },
      { name: 'robots', content: isIndexed ? 'index,follow' : 'noindex' },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: site.name },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: 'summary' },
      { name: 'twitter:title', content: fullTitle },
      { name: 'twitter:description', content: description },
    ],
    links: isIndexed ? [{ rel: 'canonical', href: url }] : [],
  };
}
