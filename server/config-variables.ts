/** A variable of the environment, as the table in `docs/operating.md` and `.env.example` describe it. */
export interface Variable {
  readonly name: string;
  /** What applies when it is not set; empty when nothing does. */
  readonly default: string;
  readonly meaning: string;
  /** Set when production refuses to start without it: what it says then. */
  readonly missing?: string;
}

/** Every variable that the product reads, in the order in which problems with them are reported. */
export const VARIABLES = [
  {
    name: 'NODE_ENV',
    default: 'development',
    meaning: '`production` demands real services and all they need; `development` and `test` do not',
  },
  { name: 'APP_NAME', default: 'Halfday Handyman', meaning: "The business's name", missing: 'APP_NAME is required' },
  {
    name: 'EMAIL',
    default: 'hello@halfday.example',
    meaning: "The business's public email address",
    missing: 'EMAIL must be a valid email address',
  },
  { name: 'OWNER_EMAIL', default: '`EMAIL`', meaning: 'Where notices for the owner go' },
  { name: 'PHONE', default: '', meaning: "The business's phone number" },
  { name: 'SHOW_PHONE', default: 'false', meaning: 'Whether pages and mails show the phone number' },
  { name: 'SOCIAL_LINKS', default: '', meaning: "Addresses of the business's profiles elsewhere, with commas between" },
  { name: 'TIME_ZONE', default: 'America/Los_Angeles', meaning: "The business's time zone (IANA name)" },
  { name: 'BOOKING_WINDOW_DAYS', default: '60', meaning: 'How many days ahead one can book' },
  { name: 'PORT', default: '3000', meaning: 'Port to listen on' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` for every address of this machine (see Names in docs/operating.md)',
  },
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:`PORT`',
    meaning: 'Where people reach the site; links in mails begin with it; https in production',
    missing: 'PUBLIC_URL is required',
  },
  {
    name: 'TRUSTED_PROXY',
    default: '',
    meaning:
      "Whose word on a client's address counts: `fly` (`Fly-Client-IP`), or `forwarded-for` (the last entry of `X-Forwarded-For`)",
  },
  {
    name: 'RATE_LIMIT',
    default: '1',
    meaning: 'How many times the usual limits on requests and holds; `0` for none, overload included',
  },
  { name: 'DATA_FOLDER', default: './data', meaning: 'Where the databases are kept (and, locally, mail)' },
  {
    name: 'COOKIE_SECRET',
    default: 'made and kept in `DATA_FOLDER`',
    meaning: 'Seals cookies; at least 32 characters, from `openssl rand -base64 32`',
    missing: 'COOKIE_SECRET is required',
  },
  {
    name: 'SETUP_TOKEN',
    default: '',
    meaning: "What the first registration, which makes the owner's account, must carry; at least 16 characters",
    missing: 'SETUP_TOKEN is required',
  },
  {
    name: 'RESEND_API_KEY',
    default: '',
    meaning: "Resend's key. Without it mail goes nowhere but to `/dev/mailbox`",
    missing: 'RESEND_API_KEY is required for email functionality',
  },
  { name: 'RESEND_FROM', default: 'onboarding@resend.dev', meaning: "Mails' sender; answers go to `EMAIL`" },
  {
    name: 'STRIPE_SECRET_KEY',
    default: '',
    meaning: "Stripe's secret key; a live one in production. Without it payments go to a sandbox, and no money moves",
    missing: 'STRIPE_SECRET_KEY is required',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    default: '',
    meaning: "Signing secret of Stripe's webhook endpoint `PUBLIC_URL`/webhooks/stripe",
    missing: 'STRIPE_WEBHOOK_SECRET is required',
  },
  { name: 'S3_ENDPOINT', default: '', meaning: 'Object storage, when it is not AWS: its address' },
  { name: 'S3_REGION', default: 'us-west-1', meaning: 'Object storage: region' },
  {
    name: 'S3_ACCESS_KEY_ID',
    default: '',
    meaning: 'Object storage: access key id',
    missing: 'S3_ACCESS_KEY_ID is required',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    default: '',
    meaning: 'Object storage: secret access key',
    missing: 'S3_SECRET_ACCESS_KEY is required',
  },
  { name: 'S3_BUCKET', default: '', meaning: 'Object storage: bucket', missing: 'S3_BUCKET is required' },
  {
    name: 'S3_FORCE_PATH_STYLE',
    default: 'false',
    meaning: 'Object storage: bucket in the path, not in the host name',
  },
  {
    name: 'S3_PUBLIC_URL',
    default: '',
    meaning: "Object storage: where the bucket's files are read",
    missing: 'S3_PUBLIC_URL must be a URL',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'Least to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  },
] as const satisfies readonly Variable[];

export type VariableName = (typeof VARIABLES)[number]['name'];
