import { licenseWords, senderAddress } from '#shared/business/legal.ts';
import { bodyText } from '#shared/control-characters.ts';
import type { Block, Business, Fact, Letter, Link, Ticket } from './letter.ts';

const WIDTH = 72;

export function letterText({ to, heading, blocks }: Letter, business: Business): string {
  const signature = [
    '--',
    ...(to === 'customer' ? [contact(business), ...imprint(business)] : [business.name]),
    business.url,
  ];
  return `${[bodyText(heading), ...blocks.map(block), signature.map((line) => wrap(bodyText(line), WIDTH)).join('\n')].join('\n\n')}\n`;
}

/** `Questions? Just reply, email desk@example.com, or call 805 555 0199.` */
export function contact({ email, phone }: Business): string {
  const ways = phone === null ? `or email ${email}` : `email ${email}, or call ${phone}`;
  return bodyText(`Questions? Just reply, ${ways}.`);
}

export function imprint({ name, legal }: Business): string[] {
  return [`${name}, ${senderAddress(legal)}`, licenseWords(legal, name)].map(bodyText);
}

function block(part: Block): string {
  if (typeof part === 'string') return wrap(bodyText(part), WIDTH);
  if ('ticket' in part) return ticket(part.ticket);
  if ('facts' in part) return facts(part.facts);
  return links('actions' in part ? part.actions : part.choices);
}

function ticket({ title, day, hours, facts: lines, note }: Ticket): string {
  return `${[title, day, hours].map(bodyText).join('\n')}\n\n${facts(lines)}\n\n${wrap(bodyText(note), WIDTH)}`;
}

function facts(lines: readonly Fact[]): string {
  const indent = Math.max(...lines.map(({ label }) => label.length)) + 2;
  return lines
    .map(({ label, value }) => {
      const column = wrap(bodyText(value), WIDTH - indent);
      return `${label.padEnd(indent)}${column.replaceAll('\n', `\n${' '.repeat(indent)}`)}`;
    })
    .join('\n');
}

function links(all: readonly Link[]): string {
  return all.map(({ words, url }) => `- ${bodyText(words)}\n  ${safeUrl(url)}`).join('\n');
}

/** A word that is longer than a line gets its own line. */
function wrap(text: string, width: number): string {
  return text.replaceAll(new RegExp(`(?=.{${width + 1}})(.{1,${width}}) +`, 'g'), '$1\n');
}

/** Refuses all but web pages, phone numbers and mail addresses. */
export function safeUrl(url: string): string {
  if (!/^(?:https?:\/\/[^\s"<>]+|tel:\+?\d+(?:,\d+)?|mailto:[^\s"<>]+)$/.test(url)) {
    throw new Error('a mail links only to web pages, phone numbers and mail addresses');
  }
  return url;
}

export function mailUrl(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
