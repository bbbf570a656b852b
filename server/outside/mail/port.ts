import { hasControls, headerLine } from '#shared/control-characters.ts';

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  /** Text as it is. */
  readonly content: string;
}

export interface Mail {
  /** Idempotency key: the same key is sent once. */
  readonly key: string;
  /** The stream of the booking or account that it tells of. */
  readonly about: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export interface Mailer {
  readonly name: string;
  /** Resolves when the mail is safely handed over; throws when it is not, or nobody waits for it any more. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Removes what it keeps of mails about these streams, and keeps no more of them. */
  forget(streams: readonly string[]): Promise<void>;
}

/** Who every mail is from. */
export interface Sender {
  /** The business's name, shown beside the address. */
  readonly name: string;
  readonly address: string;
  /** Where answers go. */
  readonly replyTo: string;
}

/** A mail that nobody will take: trying again does not help. Its message names no person. */
export class MailRefused extends Error {
  /** Whether any other mail of ours would be refused as well: a wrong key, a sender that is not allowed. */
  readonly isOurs: boolean;

  constructor(reason: string, { isOurs = false }: { readonly isOurs?: boolean } = {}) {
    super(reason);
    this.name = 'MailRefused';
    this.isOurs = isOurs;
  }
}

/** A mail that was not taken this time. */
export class MailDelayed extends Error {
  /** Milliseconds before which trying again is unwelcome. */
  readonly afterMs: number;
  /** Whether any other mail is unwelcome until then as well: we send too many. */
  readonly isForAll: boolean;

  constructor(reason: string, afterMs: number, { isForAll = false }: { readonly isForAll?: boolean } = {}) {
    super(reason);
    this.name = 'MailDelayed';
    this.afterMs = afterMs;
    this.isForAll = isForAll;
  }
}

/** The sender as a header has it: `"Oak Street Handyman" <visits@oakstreet.example>`. */
export function fromHeader({ name, address }: Pick<Sender, 'name' | 'address'>): string {
  return `"${headerLine(name).replaceAll(/["\\]/g, '\\$&')}" <${address}>`;
}

/** Every adapter's first step: nothing that can start a header of its own, or hide what it says, leaves the house. */
export function checkHeaders(mail: Mail): void {
  const headers = [
    mail.to,
    mail.subject,
    ...(mail.attachments ?? []).flatMap((each) => [each.filename, each.contentType]),
  ];
  if (headers.some(hasControls)) throw new MailRefused('a header has control characters');
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(mail.to.slice(0, 320))) throw new MailRefused('the address is not one address');
}
