/**
 * What California's codes ask a seller to say about itself, in the site's words. Business and Professions Code: 17538(d) (legal name
 * and address), 7027.2 and 7048 as of AB 2622 (contractor's license).
 */

import { POSTAL_CODE } from './business.ts';

export interface StreetAddress {
  readonly street: string;
  readonly city: string;
  readonly zip: string;
}

/** Who sells. */
export interface Seller {
  readonly legalName: string;
  readonly address: StreetAddress;
}

/** A number of the Contractors State License Board, or that the business has none. */
export type License = { readonly kind: 'number'; readonly number: string } | { readonly kind: 'none' };

/** What the owner has set; null where nothing is set, which only a site on a developer's machine may show. */
export interface Legal {
  readonly seller: Seller | null;
  readonly license: License | null;
}

const SAMPLE_SELLER: Seller = {
  legalName: 'Sample Name',
  address: { street: '1 Sample Street', city: 'Ventura', zip: '93004' },
};

/** Below this total for labor and materials together, in dollars, a job needs no license. */
export const UNLICENSED_LIMIT_DOLLARS = 1000;

/** An address in one line: `12 Main St, Ventura, CA 93004`. */
function addressLine({ street, city, zip }: StreetAddress): string {
  return `${street}, ${city}, CA ${zip}`;
}

/** The seller's address for mails and calendar files; where none is set, the part of it that SPEC.md section 1 has. */
export function senderAddress({ seller }: Legal): string {
  return seller ? addressLine(seller.address) : `CA ${POSTAL_CODE}`;
}

/** `Sold by Ann Oak LLC, 12 Main St, Ventura, CA 93004`; a sample says that it is one. */
export function soldByWords({ seller }: Legal): string {
  const { legalName, address } = seller ?? SAMPLE_SELLER;
  return `Sold by ${legalName}, ${addressLine(address)}${seller ? '' : ' (a sample)'}`;
}

/** The license, or that there is none and what the business may do without; a sample says that it is one. Whole sentences. */
export function licenseWords({ license }: Legal, businessName: string): string {
  if (license === null) return 'CSLB License #000000 (a sample).';
  if (license.kind === 'number') return `CSLB License #${license.number}.`;
  return (
    `${businessName} is not licensed under California’s Contractors State License Law. ` +
    `We take jobs under $${UNLICENSED_LIMIT_DOLLARS.toLocaleString('en-US')} in all, labor and materials together, that need no building permit.`
  );
}

/** Reads `12 Main St, Ventura, CA 93004`; null for anything else. */
export function parseAddress(line: string): StreetAddress | null {
  const [, street = '', city = '', zip = ''] =
    /^(\S.{2,79}), *([^,\d]{2,40}), *CA +(\d{5}(?:-\d{4})?)$/.exec(line) ?? [];
  return street === '' ? null : { street, city, zip };
}
