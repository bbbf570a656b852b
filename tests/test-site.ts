import type { Legal } from '#shared/business/legal.ts';
import { PRICE_CENTS } from './amounts.ts';
import type { Site } from '#shared/business/site.ts';

/** A seller with a license. */
export const TEST_LEGAL: Legal = {
  seller: { legalName: 'Test & Sons LLC', address: { street: '12 Main St', city: 'Ventura', zip: '93001' } },
  license: { kind: 'number', number: '1012345' },
};

/** The site that pages are made for where no server says which. */
export const TEST_SITE: Site = {
  name: 'Test & Sons',
  legal: TEST_LEGAL,
  email: 'hello@example.com',
  phone: null,
  origin: 'https://example.com',
  profiles: [],
  takesRealMoney: true,
  isStaging: false,
  prices: PRICE_CENTS,
  timeZone: 'America/Los_Angeles',
  connected: { stripe: true, resend: true, svix: 'bookings-and-customers', storage: true },
  tagManager: null,
};
