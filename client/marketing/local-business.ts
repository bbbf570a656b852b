import { COORDINATES, POSTAL_CODE, PRICE_RANGE } from '#shared/business/business.ts';
import { SERVICES } from '#shared/business/catalogue.ts';
import { CITIES } from '#shared/business/cities.ts';
import { OPENING_HOURS, PRICE_CENTS, SESSION_NAMES, SESSION_TYPES } from '#shared/booking/session-type.ts';
import type { Site } from '#shared/business/site.ts';

/** The business as schema.org `LocalBusiness` (SPEC.md section 1), for search engines. */
export function localBusiness(site: Site) {
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  return {
    '@context': 'https://schema.org',
    '@type': 'HomeAndConstructionBusiness',
    name: site.name,
    url: site.origin,
    email: site.email,
    ...(site.phone !== null && { telephone: site.phone }),
    ...(site.profiles.length > 0 && { sameAs: site.profiles }),
    priceRange: PRICE_RANGE,
    currenciesAccepted: 'USD',
    address: { '@type': 'PostalAddress', postalCode: POSTAL_CODE, addressRegion: 'CA', addressCountry: 'US' },
    geo: { '@type': 'GeoCoordinates', ...COORDINATES },
    openingHours: `Mo-Su ${clock(OPENING_HOURS.start)}-${clock(OPENING_HOURS.end)}`,
    areaServed: CITIES.map((name) => ({ '@type': 'City', name })),
    makesOffer: SESSION_TYPES.map((type) => ({
      '@type': 'Offer',
      name: SESSION_NAMES[type],
      price: PRICE_CENTS[type] / 100,
      priceCurrency: 'USD',
      url: `${site.origin}/book?service=${type}`,
    })),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: 'Services',
      itemListElement: SERVICES.map(({ title, description }) => ({
        '@type': 'Service',
        name: title,
        description,
      })),
    },
  };
}

/** Data as the text of a script element, escaped so that it cannot close the element. */
export function jsonLd(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
