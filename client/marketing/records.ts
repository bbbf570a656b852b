/** schema.org records, for search engines. */
import { COORDINATES, POSTAL_CODE, PRICE_RANGE } from '#shared/business/business.ts';
import { SERVICES, SERVICE_GROUPS, servicesIn } from '#shared/business/catalogue.ts';
import { CITIES } from '#shared/business/cities.ts';
import { faqOf } from '#shared/business/faq.ts';
import { OPENING_HOURS, ALL_SESSION_TYPES, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { type Legal, licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';
import type { WorkPage } from '#shared/business/work.ts';
import { pageHead } from '../shell/page-head.ts';

const CONTEXT = 'https://schema.org';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const BUSINESS = 'HomeAndConstructionBusiness';

function hour(hours: number): string {
  return `${String(hours).padStart(2, '0')}:00`;
}

function businessId(site: Site): string {
  return `${site.origin}/#business`;
}

function areas() {
  return CITIES.map((name) => ({ '@type': 'City', name }));
}

/** Without a seller in the settings, only the postal code of SPEC.md section 1. */
function addressFields({ seller }: Legal) {
  if (seller === null) return { postalCode: POSTAL_CODE };
  const { street, city, zip } = seller.address;
  return { streetAddress: street, addressLocality: city, postalCode: zip };
}

function legalFields({ seller, license }: Legal) {
  return {
    ...(seller !== null && { legalName: seller.legalName }),
    ...(license?.kind === 'number' && {
      hasCredential: {
        '@type': 'EducationalOccupationalCredential',
        credentialCategory: 'license',
        name: `CSLB License #${license.number}`,
        recognizedBy: {
          '@type': 'Organization',
          name: 'Contractors State License Board',
          url: 'https://www.cslb.ca.gov',
        },
      },
    }),
  };
}

/** SPEC.md section 1. */
export function localBusiness(site: Site) {
  return {
    '@context': CONTEXT,
    '@type': BUSINESS,
    '@id': businessId(site),
    name: site.name,
    description: licenseWords(site.legal, site.name),
    ...legalFields(site.legal),
    url: site.origin,
    image: `${site.origin}/cards/home.png`,
    logo: `${site.origin}/icon-512.png`,
    email: site.email,
    ...(site.phone !== null && { telephone: site.phone }),
    ...(site.profiles.length > 0 && { sameAs: site.profiles }),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email: site.email },
    priceRange: PRICE_RANGE,
    currenciesAccepted: 'USD',
    address: { '@type': 'PostalAddress', ...addressFields(site.legal), addressRegion: 'CA', addressCountry: 'US' },
    geo: { '@type': 'GeoCoordinates', ...COORDINATES },
    openingHours: `Mo-Su ${hour(OPENING_HOURS.start)}-${hour(OPENING_HOURS.end)}`,
    openingHoursSpecification: DAYS.map((day) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day}`,
      opens: hour(OPENING_HOURS.start),
      closes: hour(OPENING_HOURS.end),
    })),
    areaServed: areas(),
    makesOffer: ALL_SESSION_TYPES.map((type) => ({
      '@type': 'Offer',
      name: SESSION_TYPES[type].label,
      price: site.prices[type] / 100,
      priceCurrency: 'USD',
      url: `${site.origin}/book?service=${type}`,
    })),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: 'Services',
      itemListElement: SERVICES.map(({ title, description }) => ({ '@type': 'Service', name: title, description })),
    },
  };
}

export function faqPage(site: Site) {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: faqOf(site).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

export function workRecord(site: Site, { group, title, lead }: WorkPage) {
  return {
    '@context': CONTEXT,
    '@type': 'Service',
    name: title,
    description: lead,
    serviceType: SERVICE_GROUPS[group],
    provider: {
      '@type': BUSINESS,
      '@id': businessId(site),
      name: site.name,
      description: licenseWords(site.legal, site.name),
    },
    areaServed: areas(),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: SERVICE_GROUPS[group],
      itemListElement: servicesIn(group).map(({ title: name, description }) => ({
        '@type': 'Service',
        name,
        description,
      })),
    },
  };
}

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** From the home page to this page, the last crumb. */
export function breadcrumbs(site: Site, crumbs: readonly Crumb[]) {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: { '@type': 'WebPage', '@id': site.origin + path, name },
    })),
  };
}

interface DocumentPage {
  readonly path: string;
  /** Also the name of its breadcrumb. */
  readonly title: string;
  readonly description: string | ((site: Site) => string);
  /** Besides its breadcrumb. */
  readonly records?: (site: Site) => readonly object[];
}

/** The `head` of a document directly below the home page. */
export function documentHead({ path, title, description, records = () => [] }: DocumentPage) {
  return ({ match }: { readonly match: { readonly context: { readonly site: Site } } }) => {
    const { site } = match.context;
    return pageHead({
      site,
      path,
      title,
      description: typeof description === 'string' ? description : description(site),
      records: [breadcrumbs(site, [{ name: title, path }]), ...records(site)],
    });
  };
}
