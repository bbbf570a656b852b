import { licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';

export function LicenseNote({ site, className = '' }: { readonly site: Site; readonly className?: string }) {
  return <p className={`max-w-prose ${className}`}>{licenseWords(site.legal, site.name)}</p>;
}
