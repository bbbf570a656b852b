import type { ServiceSlug } from '#shared/business/catalogue.ts';
import sprite from './services.svg?url&no-inline';

/** The sign of a service. All are in one file that is fetched once, so a page only names them. */
export function ServiceIcon({ slug, className = '' }: { readonly slug: ServiceSlug; readonly className?: string }) {
  return (
    <svg aria-hidden="true" className={`size-6 shrink-0 ${className}`}>
      <use href={`${sprite}#${slug}`} />
    </svg>
  );
}
