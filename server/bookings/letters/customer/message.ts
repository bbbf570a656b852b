import { bodyText, headerLine } from '#shared/control-characters.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { longWhen } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['MessageSent'],
  to: 'customer',
  tells: 'what you wrote to them',
  write({ event, booking, business, pages }) {
    const { personal } = event.data;
    if (personal === null) return null;
    const paragraphs = bodyText(personal.text).split(/\n{2,}/);
    return {
      subject: `About your visit on ${slotWords(booking)}`,
      preview: paragraphs[0] ?? '',
      heading: 'A message about your visit',
      blocks: [
        `Hello ${headerLine(booking.name)},`,
        ...paragraphs,
        'Reply to this email to answer.',
        {
          facts: [
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
        { actions: [{ words: 'See your visit', url: pages.manage }] },
      ],
    };
  },
});
