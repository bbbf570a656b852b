import { hasControls, headerLine } from '#shared/control-characters.ts';

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
}

/** Identify a mail in the provider's notices. No personal data: `cause` is an event's id. */
export interface MailTags {
  /** The stream of a booking or account. */
  readonly about: string;
  readonly cause: string;
  /** Distinguishes mails about one event. */
  readonly part: string;
}

export interface Mail extends MailTags {
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export interface Mailer {
  readonly name: string;
  /** Resolves once the provider has accepted the mail. Throws `MailRefused`, or `RetryLater`. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Removes stored mails about these streams, and stores no more of them. */
  forget(streams: readonly string[]): Promise<void>;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly replyTo: string;
}

/** Its message contains no personal data. */
export class MailRefused extends Error {
  readonly code: string;
  /** Whether every other mail from this sender would be refused as well. */
  readonly refusesAll: boolean;

  constructor(
    code: string,
    { refusesAll = false, message = code }: { readonly refusesAll?: boolean; readonly message?: string } = {},
  ) {
    super(message);
    this.name = 'MailRefused';
    this.code = code;
    this.refusesAll = refusesAll;
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  'bad-header': 'a header has control characters',
  'bad-address': 'the address is not one address',
  returned: 'an earlier mail to this address was returned',
};

export function refusalWords(code: string): string {
  return REFUSALS[code] ?? `the provider refused it: ${code.replace('provider-', '')}`;
}

export function fromHeader({ name, address }: Pick<Sender, 'name' | 'address'>): string {
  return `"${headerLine(name).replaceAll(/["\\]/g, '\\$&')}" <${address}>`;
}

/** Refuses text that could start another header, or disguise its content. Every adapter calls it. */
export function checkHeaders(mail: Mail): void {
  const headers = [
    mail.to,
    mail.subject,
    ...(mail.attachments ?? []).flatMap((each) => [each.filename, each.contentType]),
  ];
  if (headers.some(hasControls)) throw new MailRefused('bad-header');
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(mail.to.slice(0, 320))) throw new MailRefused('bad-address');
}

/** Returns why the provider refuses the mail for good. Throws if it has to be sent later. */
export async function deliver(mailer: Mailer, mail: Mail, signal: AbortSignal): Promise<MailRefused | null> {
  try {
    await mailer.send(mail, signal);
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return error;
    throw error;
  }
}
