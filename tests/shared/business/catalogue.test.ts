import { expect, test } from 'vitest';
import { SERVICE_GROUPS, SERVICES, isServiceSlug, serviceTitle, servicesIn } from '#shared/business/catalogue.ts';

const NAMED_BY_THE_CUSTOMER =
  'Drywall Repair, TV Mounting, Furniture Assembly, Painting, Ceiling Fan Installation, Door Repairs, Light Fixture Installation, Faucet & Sink Repairs, Toilet Repair & Installation, Outlet & Switch Replacement, Deck & Patio Maintenance, Power Washing, Gutter Cleaning, Smart Device Setup, Fence & Gate Repair, Baseboard & Trim, Caulking & Sealing, Window Screens, Picture/Art Hanging, Mirror Hanging, Bathroom Vanity Installation, Lock & Handle Replacement, Blind & Shade Installation, Tile & Grout Repair, Weatherstripping, Grab Bars & Safety Rails, Smoke & CO2 Detectors, Holiday Light Hanging, Dryer Vent Cleaning, Pet Door Installation, Kitchen Cabinet Hardware, Wall Anchor Installation, Closet Organization, Air Filter Replacement, Mailbox Installation, Screen Door Installation, Curtains & Shelving'.split(
    ', ',
  );

test('the catalogue is the 37 services the customer named, in order, and one for odd jobs', () => {
  expect(SERVICES.map((service) => service.title)).toEqual([...NAMED_BY_THE_CUSTOMER, 'Small Repairs & Odd Jobs']);
  expect(SERVICES).toHaveLength(38);
});

test('every slug is unique and fit for a form value', () => {
  const slugs = SERVICES.map((service) => service.slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('every service has a description of one sentence', () => {
  for (const { description } of SERVICES) expect(description).toMatch(/^[A-Z][^.!]{20,90}\.$/);
});

test('the groups hold every service once', () => {
  const groups = Object.keys(SERVICE_GROUPS) as (keyof typeof SERVICE_GROUPS)[];
  const grouped = groups.flatMap((group) => servicesIn(group));
  expect(grouped).toHaveLength(SERVICES.length);
  expect(new Set(grouped)).toEqual(new Set(SERVICES));
});

test('a slug finds its title, and an unknown one stands for itself', () => {
  expect(serviceTitle('picture-art-hanging')).toBe('Picture/Art Hanging');
  expect(serviceTitle('constructor')).toBe('constructor');
  expect(isServiceSlug('painting')).toBe(true);
  expect(isServiceSlug('constructor')).toBe(false);
});
