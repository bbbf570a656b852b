/** Types, checks, defaults and, by `npm run settings`, documents are derived. */
import { z } from 'zod';
import { parseAddress } from '#shared/business/legal.ts';
import { SERVICE_SETTINGS } from './config-services.ts';
import {
  HOST_NAME,
  type Setting,
  commaList,
  email,
  flag,
  isOrigin,
  isTimeZone,
  oneOf,
  previousOf,
  url,
  whole,
} from './setting.ts';

const PROXIES = ['fly', 'forwarded-for'] as const;
export type TrustedProxy = (typeof PROXIES)[number];

/** An enumeration, because a misspelt `production` must not start a site with simulated payments. */
const MODES = ['development', 'test', 'production'] as const;

const CONSENT_MODES = ['off', 'ask'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const LONGEST_WINDOW = 73_000;

const COOKIE_SECRET = z.string().min(32, 'must have at least 32 characters');

export const SETTINGS = {
  NODE_ENV: {
    meaning: "`production` requires real services and their settings; `development` and `test` don't",
    schema: oneOf(MODES),
    default: 'development',
  },
  STAGING: {
    meaning:
      'A trial copy of the production site: takes test keys of Stripe, tells search engines to stay out, and says on every page that it is a trial',
    schema: flag,
    default: 'false',
  },
  APP_NAME: {
    meaning: "The business's name",
    schema: z.string(),
    default: 'Halfday Handyman',
    required: 'is required',
  },
  EMAIL: {
    meaning: "The business's public email address",
    schema: email,
    default: 'hello@halfday.example',
    required: 'must be a valid email address',
  },
  LEGAL_NAME: {
    group: 'seller',
    meaning: 'Legal name of the seller: shown beside "Pay", on receipts and in the terms',
    schema: z.string().max(120, 'must have 120 characters at most'),
    required: 'is required',
  },
  BUSINESS_ADDRESS: {
    group: 'seller',
    meaning: "The seller's street address, shown with `LEGAL_NAME`, like 12 Main St, Ventura, CA 93001",
    schema: z
      .string()
      .transform(parseAddress)
      .refine((address) => address !== null, 'must be a street address like 12 Main St, Ventura, CA 93001'),
    required: 'is required',
  },
  CONTRACTOR_LICENSE: {
    meaning: "Number of the contractor's license (CSLB), or `none`: pages and mails then say that you have none",
    schema: z.union(
      [
        z.literal('none').transform(() => ({ kind: 'none' as const })),
        z
          .string()
          .regex(/^\d{4,8}$/)
          .transform((number) => ({ kind: 'number' as const, number })),
      ],
      'must be a license number of 4 to 8 digits, or none',
    ),
    required: 'must be a license number, or none',
  },
  OWNER_EMAIL: { meaning: 'Where notices for the owner go', schema: email, otherwise: '`EMAIL`' },
  PHONE: {
    group: 'phone',
    meaning: "The business's phone number",
    schema: z.string().regex(/^[0-9+().\- ]{7,20}$/, 'must be a phone number of 7 to 20 digits, spaces and + ( ) - .'),
  },
  SHOW_PHONE: {
    group: 'phone',
    meaning: 'Whether pages and mails show the phone number',
    schema: flag,
    default: 'false',
  },
  SOCIAL_LINKS: {
    meaning: "Addresses of the business's profiles elsewhere, with commas between",
    schema: commaList.pipe(
      z.array(z.url({ protocol: /^https$/, error: 'must be https addresses with commas between' })),
    ),
    default: '',
  },
  TIME_ZONE: {
    meaning: "The business's time zone (IANA name)",
    schema: z.string().refine(isTimeZone, 'must be the name of a time zone, like America/Los_Angeles'),
    default: 'America/Los_Angeles',
  },
  BOOKING_WINDOW_DAYS: {
    meaning: 'How many days ahead visitors can book. Pages show at most a year',
    schema: whole(1, LONGEST_WINDOW),
    default: '60',
  },
  GTM_ID: {
    meaning: 'Google Tag Manager: its container. Without it, pages load nothing from other sites',
    schema: z.string().regex(/^GTM-[A-Z0-9]{4,12}$/, 'must be a container id, like GTM-ABC1234'),
  },
  CONSENT: {
    meaning:
      'When the tag manager is loaded: `off` for every visitor, `ask` after the visitor has accepted. With `ask`, `Sec-GPC: 1` is a rejection',
    schema: oneOf(CONSENT_MODES),
    default: 'off',
  },
  PORT: { meaning: 'Port to listen on', schema: whole(0, 65_535), default: '3000' },
  HOST: {
    meaning: 'Address to listen on; `0.0.0.0` for every IPv4 address (see Names in docs/operating.md)',
    schema: z.string(),
    default: '127.0.0.1',
  },
  METRICS_PORT: {
    group: 'metrics',
    meaning: 'Port on which Prometheus reads `/metrics`; without it there are no metrics',
    schema: whole(1, 65_535),
  },
  METRICS_HOST: {
    group: 'metrics',
    meaning: 'Address on which `/metrics` listens (`::` for all, `0.0.0.0` for IPv4); not one that strangers reach',
    schema: z.string(),
    default: '127.0.0.1',
  },
  PUBLIC_URL: {
    meaning: 'Where people reach the site; links in mails begin with it; https in production',
    schema: url.pipe(z.string().refine(isOrigin, 'must be an address without a path, like https://example.com')),
    otherwise: 'http://localhost:`PORT`',
    required: 'is required',
    refused: [/^http:/i, 'must begin with https://'],
  },
  REDIRECT_HOSTS: {
    meaning:
      'Other host names of this site, with commas between, like the bare domain: their visitors are redirected to `PUBLIC_URL`',
    schema: commaList.pipe(
      z.array(
        z
          .string()
          .toLowerCase()
          .regex(HOST_NAME, 'must be host names with commas between, like example.com, old.example.net'),
      ),
    ),
    default: '',
  },
  TRUSTED_PROXY: {
    meaning:
      "The proxy whose header has the client's address: `fly` (`Fly-Client-IP`), or `forwarded-for` (the last entry of `X-Forwarded-For`). Must be `fly` on Fly.io, where `FLY_APP_NAME` is set",
    schema: oneOf(PROXIES),
  },
  DRAIN_SECONDS: {
    meaning:
      'With several machines: how long the server still answers after SIGTERM, while `/healthz` and `/readyz` fail and a proxy sends requests elsewhere',
    schema: whole(0, 60),
    default: '0',
  },
  RATE_LIMIT: {
    meaning: 'Multiplier of the limits on requests and holds; `0` lifts them, also the limit on requests in flight',
    schema: whole(0, 1000),
    default: '1',
  },
  DATA_FOLDER: {
    meaning: 'Folder of the database (and, locally, of mail and stored objects)',
    schema: z.string(),
    default: './data',
  },
  DATABASE_URL: {
    meaning: 'A PostgreSQL database, `postgres://...`, in place of the one in `DATA_FOLDER`, for several machines',
    schema: z.url({ protocol: /^postgres(?:ql)?$/, error: 'must be like postgres://user:password@host/database' }),
  },
  COOKIE_SECRET: {
    meaning: 'Signs cookies and links; at least 32 characters, from `openssl rand -base64 32`',
    schema: COOKIE_SECRET,
    otherwise: 'generated and stored in `DATA_FOLDER`',
    required: 'is required',
  },
  COOKIE_SECRET_PREVIOUS: previousOf('COOKIE_SECRET', COOKIE_SECRET),
  SETUP_TOKEN: {
    meaning: "Token for the first registration, which makes the owner's account; at least 16 characters",
    schema: z.string().min(16, 'must have 16 to 200 characters').max(200, 'must have 16 to 200 characters'),
    required: 'is required',
  },
  ...SERVICE_SETTINGS,
  LOG_LEVEL: {
    meaning: 'Lowest level to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    schema: oneOf(LOG_LEVELS),
    default: 'info',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export const VARIABLES = Object.entries<Setting>(SETTINGS).map(
  ([name, { meaning, required, default: text, otherwise }]) => ({
    name,
    default: text ?? otherwise ?? '',
    meaning,
    missing: required === undefined ? undefined : `${name} ${required}`,
  }),
);
