import type { Hours } from '#shared/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Mail } from '../port.ts';
import { letterHtml } from './letter-html.tsx';
import { letterText } from './letter-text.ts';

/** What a template makes; the sender adds the address and the idempotency key. */
export type MailContent = Pick<Mail, 'subject' | 'html' | 'text' | 'attachments'>;

/** What every mail says about the business. */
export interface Business {
  readonly name: string;
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

/** A line of a ticket: what it is about, and one or more lines of what it says. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Where the value leads to. */
  readonly url?: string;
}

/** A booking as a drawing's title block: when on top, with the day as a ruler, and the facts below. */
export interface Ticket {
  readonly title: string;
  readonly day: string;
  readonly hours: string;
  /** The part of the day that is booked. */
  readonly booked: Hours;
  readonly facts: readonly Fact[];
  /** Below the facts, in smaller type. */
  readonly note: string;
}

/** A paragraph, a ticket, facts alone, what to do next (the first thing first), or a choice among links. */
export type Block =
  | string
  | { readonly ticket: Ticket }
  | { readonly facts: readonly Fact[] }
  | { readonly actions: readonly Link[] }
  | { readonly choices: readonly Link[] };

export interface Letter {
  readonly to: 'customer' | 'owner';
  readonly subject: string;
  /** What an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** Writes a letter as HTML and as text, from the same blocks: neither says less than the other. */
export function writeLetter(letter: Letter, business: Business): MailContent {
  return {
    subject: headerLine(letter.subject),
    html: letterHtml(letter, business),
    text: letterText(letter, business),
  };
}
