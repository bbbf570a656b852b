import type { Site } from '#shared/business/site.ts';

/** The site that pages are made for where no server says which. */
export const TEST_SITE: Site = {
  name: 'Test & Sons',
  email: 'hello@example.com',
  phone: null,
  origin: 'https://example.com',
  profiles: [],
  takesBookings: true,
  takesRealMoney: true,
  isTrial: false,
  timeZone: 'America/Los_Angeles',
  tagManager: null,
};
