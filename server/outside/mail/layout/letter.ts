import type { Legal } from '#shared/business/legal.ts';
import type { Hours } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Mail } from '../port.ts';
import { letterHtml } from './letter-html.tsx';
import { letterText } from './letter-text.ts';
import type { Config } from '../../../process/config.ts';

export type MailContent = Pick<Mail, 'subject' | 'html' | 'text' | 'attachments'>;

export interface Business {
  readonly name: string;
  readonly legal: Legal;
  readonly email: string;
  readonly phone: string | null;
  readonly url: string;
  readonly timeZone: string;
}

export interface Link {
  readonly words: string;
  readonly url: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly url?: string;
}

/** Date and time on top, the day as a ruler, the facts below. */
export interface Ticket {
  readonly title: string;
  readonly day: string;
  readonly hours: string;
  readonly booked: Hours;
  readonly facts: readonly Fact[];
  readonly note: string;
}

/** `facts` are a ticket's alone; the main link of `actions` is first. */
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

/** Writes HTML and text from the same blocks, so that both have the same content. */
export function writeLetter(letter: Letter, business: Business): MailContent {
  return {
    subject: headerLine(letter.subject),
    html: letterHtml(letter, business),
    text: letterText(letter, business),
  };
}

type Told = Pick<Config, 'appName' | 'legal' | 'email' | 'phone' | 'showPhone' | 'publicUrl' | 'timeZone'>;

export function businessOf({ config }: { readonly config: Told }): Business {
  const { appName: name, legal, email, phone, showPhone, publicUrl: url, timeZone } = config;
  return { name, legal, email, phone: showPhone ? phone : null, url, timeZone };
}
