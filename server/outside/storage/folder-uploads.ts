import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { MOST_PHOTO_BYTES } from '#shared/booking/photos.ts';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { PresignedPost, UploadRule } from './port.ts';

export const UPLOAD_PATH = '/dev/storage';

export const MOST_UPLOAD_BYTES = MOST_PHOTO_BYTES + 64 * 1024;

const policySchema = z.object({
  key: z.string(),
  contentType: z.string(),
  minBytes: z.number(),
  maxBytes: z.number(),
  expiresAt: z.number(),
});
type Policy = z.infer<typeof policySchema>;

export type UploadRefusal =
  | { readonly code: 'AccessDenied' | 'SignatureDoesNotMatch'; readonly status: 403 }
  | { readonly code: 'EntityTooSmall' | 'EntityTooLarge'; readonly status: 400 };

const DENIED: UploadRefusal = { code: 'AccessDenied', status: 403 };

/** Checks posted forms as S3 does. */
export class UploadForms {
  readonly #secrets: Secrets;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ secrets, clock }: { readonly secrets: Secrets; readonly clock: Pick<Clock, 'now'> }) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  sign(key: string, { contentType, minBytes, maxBytes, expiresSeconds }: UploadRule): PresignedPost {
    const expiresAt = this.#clock.now() + expiresSeconds * 1000;
    const policy: Policy = { key, contentType, minBytes, maxBytes, expiresAt };
    const text = Buffer.from(JSON.stringify(policy)).toString('base64url');
    const signature = signatureOf(text, this.#secrets[0]).toString('base64url');
    return {
      url: UPLOAD_PATH,
      fields: { key, 'Content-Type': contentType, Policy: text, Signature: signature },
    };
  }

  /** Null if the file may be stored. */
  refusalOf(fields: ReadonlyMap<string, string>, bytes: number): UploadRefusal | null {
    const text = fields.get('Policy') ?? '';
    const policy = this.#verified(text, fields.get('Signature') ?? '');
    if (policy === null) return { code: 'SignatureDoesNotMatch', status: 403 };
    if (this.#clock.now() >= policy.expiresAt) return DENIED;
    if (fields.get('key') !== policy.key || fields.get('Content-Type') !== policy.contentType) return DENIED;
    if (bytes < policy.minBytes) return { code: 'EntityTooSmall', status: 400 };
    if (bytes > policy.maxBytes) return { code: 'EntityTooLarge', status: 400 };
    return null;
  }

  #verified(text: string, signature: string): Policy | null {
    const given = Buffer.from(signature, 'base64url');
    const isRight = (right: Buffer) => given.length === right.length && timingSafeEqual(given, right);
    if (!this.#secrets.some((secret) => isRight(signatureOf(text, secret)))) return null;
    return policySchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  }
}

function signatureOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
