import { expect, test } from 'vitest';
import { SERVICES } from '#shared/business/catalogue.ts';

const NAMED_BY_THE_CUSTOMER =
  'Drywall Repair, TV Mounting, Furniture Assembly, Painting, Ceiling Fan Installation, Door Repairs, Light Fixture Installation, Faucet & Sink Repairs, Toilet Repair & Installation, Outlet & Switch Replacement, Deck & Patio Maintenance, Power Washing, Gutter Cleaning, Smart Device Setup, Fence & Gate Repair, Baseboard & Trim, Caulking & Sealing, Window Screens, Picture/Art Hanging, Mirror Hanging, Bathroom Vanity Installation, Lock & Handle Replacement, Blind & Shade Installation, Tile & Grout Repair, Weatherstripping, Grab Bars & Safety Rails, Smoke & CO2 Detectors, Holiday Light Hanging, Dryer Vent Cleaning, Pet Door Installation, Kitchen Cabinet Hardware, Wall Anchor Installation, Closet Organization, Air Filter Replacement, Mailbox Installation, Screen Door Installation, Curtains & Shelving'.split(
    ', ',
  );

test('the catalogue is the 37 services the customer named, in order, and one for odd jobs', () => {
  expect(SERVICES.map((service) => service.title)).toEqual([...NAMED_BY_THE_CUSTOMER, 'Small Repairs & Odd Jobs']);
  expect(SERVICES).toHaveLength(38);
});
