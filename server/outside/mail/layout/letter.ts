import type { Legal } from '#shared/business/legal.ts';
import type { Hours } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Mail } from '../port.ts';
import { letterHtml } from './letter-html.tsx';
import { letterText } from './letter-text.ts';

/** The content of a mail; the sender adds the address and the idempotency key. */
export type MailContent = Pick<Mail, 'subject' | 'html' | 'text' | 'attachments'>;

/** What every mail says about the business. */
export interface Business {
  readonly name: string;
  readonly legal: Legal;
  readonly email: string;
  /** Null when the owner shows none. */
  readonly phone: string | null;
  /** The site's origin. */
  readonly url: string;
  /** IANA name. */
  readonly timeZone: string;
}

export interface Link {
  readonly words: string;
  readonly url: string;
}

/** A line of a ticket: a label, and one or more lines of text. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Link of the value. */
  readonly url?: string;
}

/** A booking as a drawing's title block: date and time on top, the day as a ruler, the facts below. */
export interface Ticket {
  readonly title: string;
  readonly day: string;
  readonly hours: string;
  /** The part of the day that is booked. */
  readonly booked: Hours;
  readonly facts: readonly Fact[];
  /** Shown below the facts, in smaller type. */
  readonly note: string;
}

/** A paragraph, a ticket, facts alone, next actions (the main one first), or a list of links. */
export type Block =
  | string
  | { readonly ticket: Ticket }
  | { readonly facts: readonly Fact[] }
  | { readonly actions: readonly Link[] }
  | { readonly choices: readonly Link[] };

export interface Letter {
  readonly to: 'customer' | 'owner';
  readonly subject: string;
  /** The preview that an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** Writes a letter as HTML and as text from the same blocks, so that both have the same content. */
export function writeLetter(letter: Letter, business: Business): MailContent {
  return {
    subject: headerLine(letter.subject),
    html: letterHtml(letter, business),
    text: letterText(letter, business),
  };
}
