import { type Business, type Link, type MailContent, writeLetter } from './letter.ts';

/** To a customer who asked for the links to what they booked. It names no customer: a stranger may have booked with the address and typed the name. */
export function lostLinks(links: readonly Link[], business: Business): MailContent {
  const isOne = links.length === 1;
  return writeLetter(
    {
      to: 'customer',
      subject: isOne ? 'The link to your visit' : 'The links to your visits',
      preview: `Open ${isOne ? 'your' : 'a'} visit to see it, move it, or cancel it.`,
      heading: isOne ? 'Here’s the link to your visit' : 'Here are the links to your visits',
      blocks: [
        `Someone, probably you, asked for the ${isOne ? 'link to the visit' : 'links to the visits'} booked with this email address.`,
        { choices: links },
        isOne
          ? 'The link opens the visit, so you can see it, move it, or cancel it. Anyone with the link can do that, so please don’t forward this email.'
          : 'Each link opens one visit, so you can see it, move it, or cancel it. Anyone with a link can do that, so please don’t forward this email.',
        'Didn’t ask for this? You don’t need to do anything.',
      ],
    },
    business,
  );
}
