import { expect, test } from 'vitest';
import { localBusiness } from '#client/marketing/records.ts';
import { jsonLd } from '#client/shell/page-head.ts';
import { TEST_SITE } from '../../test-site.ts';

const site = { ...TEST_SITE, name: 'Halfday', email: 'hello@example.com', origin: 'https://halfday.example' };

test('the record has the fields of the specification', () => {
  const record = localBusiness(site);
  expect(record).toMatchObject({
    name: 'Halfday',
    email: 'hello@example.com',
    priceRange: '$$',
    openingHours: 'Mo-Su 07:00-18:00',
    address: { streetAddress: '12 Main St', addressLocality: 'Ventura', postalCode: '93001' },
    legalName: 'Test & Sons LLC',
    description: 'CSLB License #1012345.',
    hasCredential: { name: 'CSLB License #1012345' },
    geo: { latitude: 34.28, longitude: -119.17 },
  });
  expect(record.areaServed).toHaveLength(21);
  expect(record.hasOfferCatalog.itemListElement).toHaveLength(38);
  expect(record.makesOffer.map(({ price }) => price)).toEqual([299, 499]);
  const unset = localBusiness({ ...site, legal: { seller: null, license: null } });
  expect(unset.address).toMatchObject({ postalCode: '93004' });
  expect(unset.address).not.toHaveProperty('streetAddress');
  expect(unset).not.toHaveProperty('legalName');
  expect(record).not.toHaveProperty('telephone');
  expect(record).not.toHaveProperty('sameAs');
  const profiles = ['https://social.example/halfday'];
  expect(localBusiness({ ...site, profiles })).toMatchObject({ sameAs: profiles });
});

test('no data can close the script element', () => {
  const text = jsonLd(localBusiness({ ...site, name: '</script><script>alert(1)' }));
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ name: '</script><script>alert(1)' });
});
