import { licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';

/** The contractor's license, or that the business has none, where the business offers work. */
export function LicenseNote({ site, className = '' }: { readonly site: Site; readonly className?: string }) {
  return <p className={`max-w-prose ${className}`}>{licenseWords(site.legal, site.name)}</p>;
}
