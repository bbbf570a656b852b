import type { ServiceSlug } from '#shared/business/catalogue.ts';
import sprite from './services.svg?raw';

const DRAWINGS = new Map(
  Array.from(sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs), ([, slug, drawing = '']) => [
    slug,
    { __html: drawing.replaceAll(/\n\s*/g, '') },
  ]),
);

/** The icon of a service. Its drawing is part of the page, because a file with all of them would compete with the first paint. */
export function ServiceIcon({ slug, className = '' }: { readonly slug: ServiceSlug; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`size-6 shrink-0 ${className}`}
      dangerouslySetInnerHTML={DRAWINGS.get(slug)}
    />
  );
}
