import { push } from './data-layer.ts';

/** Parameters of an address that say nothing about a person: the length of a visit, and where a visitor came from. */
const HARMLESS = /^(?:service|gclid|utm_\w+)$/;

/** The address of the page with harmless parameters alone: others are typed texts, email addresses, or secrets. */
export function harmlessLocation(href: string): string {
  const { origin, pathname, searchParams } = new URL(href);
  const kept = new URLSearchParams([...searchParams].filter(([name]) => HARMLESS.test(name)));
  return origin + pathname + (kept.size > 0 ? `?${kept}` : '');
}

/** Reports that this page is shown. */
export function pushPageView(): void {
  push({
    event: 'page_view',
    page_path: location.pathname,
    page_location: harmlessLocation(location.href),
    page_title: document.title,
  });
}
