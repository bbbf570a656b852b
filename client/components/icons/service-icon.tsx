import type { ServiceSlug } from '#shared/business/catalogue.ts';
import sprite from './services.svg?url&no-inline';

/** The icon of a service. All icons are in one file, which is fetched once; pages refer to them by id. */
export function ServiceIcon({ slug, className = '' }: { readonly slug: ServiceSlug; readonly className?: string }) {
  return (
    <svg aria-hidden="true" className={`size-6 shrink-0 ${className}`}>
      <use href={`${sprite}#${slug}`} />
    </svg>
  );
}
