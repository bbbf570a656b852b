import { z } from 'zod';
import type { MailReturn } from '#events/mail.ts';
import { WebhookRejected, parseJson, verifySignature } from '../signed-notices.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { MailTags } from './port.ts';

export interface ReturnedMail extends MailTags {
  readonly kind: MailReturn;
  readonly to: string;
}

export interface MailNotice {
  readonly id: string;
  /** Null for a delivery, a temporary failure, and a mail of another program. */
  readonly returned: ReturnedMail | null;
}

const tags = z.object({ about: z.string(), cause: z.string(), part: z.string() });

const notice = z.object({
  type: z.string(),
  data: z.looseObject({
    to: z.array(z.string()).optional(),
    tags: z.unknown().optional(),
    bounce: z.looseObject({ type: z.string() }).optional(),
  }),
});

export const NEEDED_EVENTS = ['email.bounced', 'email.complained', 'email.suppressed'] as const;

/** Null if it may still arrive. Resend suppresses mail to an address that has bounced or complained before. */
function kindOf({ type, data }: z.infer<typeof notice>): MailReturn | null {
  if (type === 'email.complained') return 'complained';
  if (type === 'email.suppressed') return 'bounced';
  return type === 'email.bounced' && data.bounce?.type === 'Permanent' ? 'bounced' : null;
}

export class MailNotices {
  readonly name: 'resend' | 'mailbox';
  readonly #secrets: Secrets;

  constructor(name: 'resend' | 'mailbox', secrets: Secrets) {
    this.name = name;
    this.#secrets = secrets;
  }

  /** Throws `WebhookRejected`. `now` is in milliseconds. */
  parse(body: Uint8Array, headers: Headers, now: number): MailNotice {
    const id = verifySignature(body, headers, this.#secrets, now);
    const { data: parsed } = notice.safeParse(parseJson(body));
    if (!parsed) throw new WebhookRejected('the notice is malformed');
    const kind = kindOf(parsed);
    const { data: tagged } = tags.safeParse(parsed.data.tags);
    const [to] = parsed.data.to ?? [];
    return { id, returned: kind && tagged && to !== undefined ? { ...tagged, kind, to } : null };
  }
}
