import { z } from 'zod';
import type { MailReturn } from '#events/mail.ts';
import { WebhookRejected, parseJson, verifySignature } from '../signed-notices.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { MailTags } from './port.ts';

/** A mail that bounced or was reported as spam. */
export interface ReturnedMail extends MailTags {
  readonly kind: MailReturn;
  readonly to: string;
}

/** A notice of the mail provider. */
export interface MailNotice {
  readonly id: string;
  /** Null for a delivery, a temporary failure, and a mail of another program. */
  readonly returned: ReturnedMail | null;
}

const tags = z.object({ about: z.string(), cause: z.string(), part: z.string() });

/** The fields of Resend's notices that the server reads. */
const notice = z.object({
  type: z.string(),
  data: z.looseObject({
    to: z.array(z.string()).optional(),
    tags: z.unknown().optional(),
    bounce: z.looseObject({ type: z.string() }).optional(),
  }),
});

/** The events that Resend's webhook must subscribe to. */
export const NEEDED_EVENTS = ['email.bounced', 'email.complained', 'email.suppressed'] as const;

/** How a mail was returned; null if it may still arrive. Resend suppresses a mail whose address has bounced or complained before. */
function kindOf({ type, data }: z.infer<typeof notice>): MailReturn | null {
  if (type === 'email.complained') return 'complained';
  if (type === 'email.suppressed') return 'bounced';
  return type === 'email.bounced' && data.bounce?.type === 'Permanent' ? 'bounced' : null;
}

/** The notices of Resend, and of the local mailbox in the same form. */
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
    if (!parsed) throw new WebhookRejected('the notice makes no sense');
    const kind = kindOf(parsed);
    const { data: tagged } = tags.safeParse(parsed.data.tags);
    const [to] = parsed.data.to ?? [];
    return { id, returned: kind && tagged && to !== undefined ? { ...tagged, kind, to } : null };
  }
}
