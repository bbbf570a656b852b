import { type Business, type Link, type MailContent, writeLetter } from './letter.ts';

/** To a customer who asked for the links to what they booked. It names no customer: a stranger may have booked with the address and typed the name. */
export function lostLinks(links: readonly Link[], business: Business): MailContent {
  const isOne = links.length === 1;
  return writeLetter(
    {
      to: 'customer',
      subject: isOne ? 'The link to your visit' : 'The links to your visits',
      preview: 'Open a visit to see it, move it, or cancel it.',
      heading: isOne ? 'Here’s the link to your visit' : 'Here are the links to your visits',
      blocks: [
        'Someone, probably you, asked for the links to what was booked with this email address.',
        { choices: links },
        'A link opens its visit, to see it, move it, or cancel it. Anyone who has the link can do that, so please don’t forward this email.',
        'You didn’t ask for it? Then there’s nothing you need to do.',
      ],
    },
    business,
  );
}
