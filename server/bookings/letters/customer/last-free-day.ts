import { longDate, shortDate } from '#shared/civil-date.ts';
import { freeThrough } from '#shared/booking/free-changes-words.ts';
import { keptUnlessSold } from '#shared/booking/late-cancelling-words.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { fixedFacts, keepLink, longWhen } from '../booking.ts';
import { bookingLetter } from '../letter.ts';
import { isReminderStillTrue } from '../reminder.ts';

export const letter = bookingLetter({
  on: ['ReminderRequested'],
  to: 'customer',
  tells: 'when the visit is',
  write({ event, row, booking, business, pages, dependencies }) {
    if (event.data.kind !== 'last-free-day' || !isReminderStillTrue(row, event.data, dependencies)) return null;
    const amount = formatCents(booking.priceCents);
    const through = booking.freeChangesThrough ?? booking.date;
    return {
      subject: `Last day to move or cancel for free: your visit on ${slotWords(booking)}`,
      preview: `Changes are free through ${shortDate(through)}, 11:59 pm. If the time still works for you, do nothing.`,
      heading: 'Today is the last day for free changes',
      blocks: [
        `Hello ${headerLine(booking.name)}, your visit is on ${longWhen(booking, business.timeZone)}. If that still works for you, there’s nothing you need to do.`,
        `If not, you can move or cancel it for free ${freeThrough(longDate(through), business.timeZone)}. If you cancel after that, ${keptUnlessSold(`the ${amount} you paid`, booking.service)}`,
        { actions: [{ words: 'Move or cancel your visit', url: pages.manage }] },
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
        keepLink(booking),
      ],
    };
  },
});
