import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookRejected } from './port.ts';

/** How far a notice's time may be from ours, before or after (SPEC.md section 9). */
export const TOLERANCE_SECONDS = 300;

interface Stamp {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

function signature({ id, timestamp }: Stamp, body: Uint8Array | string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
}

/** The headers that vouch for a notice: HMAC-SHA256 over its id, time and body. */
export function signedHeaders(stamp: Stamp, body: string, secret: string): Record<string, string> {
  return {
    'webhook-id': stamp.id,
    'webhook-timestamp': String(stamp.timestamp),
    'webhook-signature': `v1,${signature(stamp, body, secret).toString('base64')}`,
  };
}

/**
 * Checks that a notice comes from who holds the secret, unaltered, and is not more than 300 s old or ahead of `now`
 * (milliseconds). Answers its id; throws `WebhookRejected`.
 */
export function verifySignature(body: Uint8Array, headers: Headers, secret: string, now: number): string {
  const id = headers.get('webhook-id') ?? '';
  const time = headers.get('webhook-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(time)) throw new WebhookRejected('the signature headers are missing');
  const timestamp = Number(time);
  if (Math.abs(now / 1000 - timestamp) > TOLERANCE_SECONDS) throw new WebhookRejected('the notice is not of this time');
  const expected = signature({ id, timestamp }, body, secret);
  const given = (headers.get('webhook-signature') ?? '').split(' ').slice(0, 5);
  if (!given.some((each) => matches(each, expected))) throw new WebhookRejected('the signature is wrong');
  return id;
}

function matches(given: string, expected: Buffer): boolean {
  if (!given.startsWith('v1,')) return false;
  const bytes = Buffer.from(given.slice(3), 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
