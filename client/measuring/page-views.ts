import { push } from './data-layer.ts';

/** The length of a visit, and where a visitor came from. */
const HARMLESS = /^(?:service|gclid|utm_\w+)$/;

/** Other parameters are typed texts, email addresses, or secrets. */
export function harmlessLocation(href: string): string {
  const { origin, pathname, searchParams } = new URL(href);
  const kept = new URLSearchParams([...searchParams].filter(([name]) => HARMLESS.test(name)));
  return origin + pathname + (kept.size > 0 ? `?${kept}` : '');
}

export function pushPageView(): void {
  push({
    event: 'page_view',
    page_path: location.pathname,
    page_location: harmlessLocation(location.href),
    page_title: document.title,
  });
}
