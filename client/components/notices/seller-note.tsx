import { soldByWords, licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';
import { textLinkClass } from '../page.tsx';

/**
 * Refund policy, and how to get it by email (Business and Professions Code 17538(d)). Its type must not be smaller than the
 * offer's.
 */
export function SellerNote({ site, className = '' }: { readonly site: Site; readonly className?: string }) {
  const subject = encodeURIComponent('Please send me your name, address, and refund policy');
  return (
    <p className={`max-w-prose wrap-anywhere ${className}`}>
      <span>{`${soldByWords(site.legal)}.`}</span>{' '}
      <a href="/legal/terms#changes" className={textLinkClass}>
        Refund and change policy
      </a>
      . To get both by email, write to{' '}
      <a href={`mailto:${site.email}?subject=${subject}`} className={textLinkClass}>
        {site.email}
      </a>
      .
    </p>
  );
}

export function LicenseNote({ site, className = '' }: { readonly site: Site; readonly className?: string }) {
  return <p className={`max-w-prose ${className}`}>{licenseWords(site.legal, site.name)}</p>;
}
