/** California's Business and Professions Code: 17538(d) (legal name and address), 7027.2 and 7048 as of AB 2622 (license). */

import { POSTAL_CODE } from './business.ts';

export interface StreetAddress {
  readonly street: string;
  readonly city: string;
  readonly zip: string;
}

export interface Seller {
  readonly legalName: string;
  readonly address: StreetAddress;
}

export type License = { readonly kind: 'number'; readonly number: string } | { readonly kind: 'none' };

/** Null is allowed only on a developer's machine. */
export interface Legal {
  readonly seller: Seller | null;
  readonly license: License | null;
}

const SAMPLE_SELLER: Seller = {
  legalName: 'Sample Name',
  address: { street: '1 Sample Street', city: 'Ventura', zip: '93004' },
};

/** For labor and materials together; below it, a job needs no license. */
export const UNLICENSED_LIMIT_DOLLARS = 1000;

function addressLine({ street, city, zip }: StreetAddress): string {
  return `${street}, ${city}, CA ${zip}`;
}

/** The part that SPEC.md section 1 has, if no seller is set. */
export function senderAddress({ seller }: Legal): string {
  return seller ? addressLine(seller.address) : `CA ${POSTAL_CODE}`;
}

/** `Sold by Ann Oak LLC, 12 Main St, Ventura, CA 93004`; a sample says that it is one. */
export function soldByWords({ seller }: Legal): string {
  const { legalName, address } = seller ?? SAMPLE_SELLER;
  return `Sold by ${legalName}, ${addressLine(address)}${seller ? '' : ' (a sample)'}`;
}

export function licenseWords({ license }: Legal, businessName: string): string {
  if (license === null) return 'CSLB License #000000 (a sample).';
  if (license.kind === 'number') return `CSLB License #${license.number}.`;
  return (
    `${businessName} is not licensed under California’s Contractors State License Law. ` +
    `We take jobs under $${UNLICENSED_LIMIT_DOLLARS.toLocaleString('en-US')} in all, labor and materials together, that need no building permit.`
  );
}

export function parseAddress(line: string): StreetAddress | null {
  const [, street = '', city = '', zip = ''] =
    /^(\S.{2,79}), *([^,\d]{2,40}), *CA +(\d{5}(?:-\d{4})?)$/.exec(line) ?? [];
  return street === '' ? null : { street, city, zip };
}
