import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secrets } from '../process/secrets.ts';

/** It is forged, altered, too old, or from the future. */
export class WebhookRejected extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookRejected';
  }
}

/** In either direction (SPEC.md section 9). */
export const TOLERANCE_SECONDS = 300;

const MOST_SIGNATURES = 5;

interface Stamp {
  readonly id: string;
  readonly timestamp: number;
}

function signature({ id, timestamp }: Stamp, body: string, secret: string): string {
  const key = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  return key.sign(id, new Date(timestamp * 1000), body);
}

/** As Standard Webhooks require. Svix's headers may begin with `svix-` instead. */
export function signedHeaders(stamp: Stamp, body: string, secret: string): Record<string, string> {
  return {
    'webhook-id': stamp.id,
    'webhook-timestamp': String(stamp.timestamp),
    'webhook-signature': signature(stamp, body, secret),
  };
}

const TIMEOUT_MS = 10_000;

/** Null if the receiver accepted it, else its status. Rejects without a response. */
export async function postSigned(
  url: string,
  { body, ...stamp }: Stamp & { readonly body: string },
  secret: string,
  signal: AbortSignal,
): Promise<number | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(stamp, body, secret) },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.body?.cancel();
  return response.ok ? null : response.status;
}

/** Returns the notice's id, or throws `WebhookRejected`. `now`: milliseconds; the library uses the machine's clock. */
export function verifySignature(body: Uint8Array, headers: Headers, secrets: Secrets, now: number): string {
  const header = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? '';
  const [id, time] = [header('id'), header('timestamp')];
  if (id === '' || !/^\d{1,12}$/.test(time)) throw new WebhookRejected('the signature headers are missing');
  const timestamp = Number(time);
  if (Math.abs(now / 1000 - timestamp) > TOLERANCE_SECONDS)
    throw new WebhookRejected('the notice is too old or from the future');
  const text = Buffer.from(body).toString();
  const expected = secrets.map((secret) => Buffer.from(signature({ id, timestamp }, text, secret)));
  const given = header('signature')
    .split(' ', MOST_SIGNATURES)
    .map((each) => Buffer.from(each));
  if (!given.some((each) => expected.some((right) => isSame(each, right))))
    throw new WebhookRejected('the signature is wrong');
  return id;
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Null if it isn't JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}
