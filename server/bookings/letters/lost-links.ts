import type { BookingRow } from '#db/projections/booking-row.ts';
import { CANCELLED } from '#db/queries/accounts/customer-bookings.ts';
import { civilDateAt } from '#events/business-time.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { slotWords } from '#shared/booking/hours.ts';
import type { Link } from '../../outside/mail/layout/letter.ts';
import { linksAddress, paidWith } from '../access/lost-links.ts';
import { manageUrl } from '../access/manage-link.ts';
import { type LetterWords, bookingLetter } from './letter.ts';

/** Names no customer: a stranger may have booked with the address and typed the name. */
function wordsWith(links: readonly Link[]): LetterWords {
  const isOne = links.length === 1;
  return {
    subject: isOne ? 'The link to your visit' : 'The links to your visits',
    preview: `Open ${isOne ? 'your' : 'a'} visit to see it or change your plans.`,
    heading: isOne ? 'Here’s the link to your visit' : 'Here are the links to your visits',
    blocks: [
      `Someone, probably you, asked for the ${isOne ? 'link to the visit' : 'links to the visits'} booked with this email address.`,
      { choices: links },
      isOne
        ? 'The link opens the visit, so you can see it and, if it’s still ahead, change your plans. Anyone with the link can do that, so please don’t forward this email.'
        : 'Each link opens one visit, so you can see it and, if it’s still ahead, change your plans. Anyone with a link can do that, so please don’t forward this email.',
      'Didn’t ask for this? You don’t need to do anything.',
    ],
  };
}

function standing({ status, date }: BookingRow, today: CivilDate): string {
  if (CANCELLED.some((each) => each === status)) return ' (canceled)';
  return status === 'confirmed' && date >= today ? '' : ' (over)';
}

export const lostLinks = bookingLetter({
  on: ['LinksRequested'],
  to: 'customer',
  tells: 'how to open their visits',
  async write({ row, dependencies }) {
    const address = await linksAddress(dependencies, row);
    if (address === null) return null;
    const { clock, config } = dependencies;
    const today = civilDateAt(clock.now(), config.timeZone);
    const links: Link[] = [];
    for (const each of await paidWith(dependencies, address)) {
      const words = `${SESSION_TYPES[each.service].label}, ${slotWords(each)}${standing(each, today)}`;
      links.push({ words, url: await manageUrl(dependencies, each.id, each.link_generation) });
    }
    return { ...wordsWith(links), address };
  },
});
