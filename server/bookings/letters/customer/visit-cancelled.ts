import { reductionsOf, reductionsOfPrice } from '#db/projections/booking-row.ts';
import { REFUND_WITHHELD } from '#shared/booking/dispute.ts';
import { formatCents, sumAmounts } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { bookUrl, fixedFacts, longWhen, refundWay, visitTitle } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['BookingCancelled'],
  to: 'customer',
  tells: 'that the visit is canceled and they get a full refund',
  write({ event, row, booking, business }) {
    const { by } = event.data;
    const before = sumAmounts(reductionsOfPrice(row));
    const left = booking.priceCents - before;
    const amount = formatCents(left);
    const isWithheld = reductionsOf(row).some(({ state }) => state === 'withheld');
    const isRefunded = left > 0 && !isWithheld;
    const nothing = isWithheld ? REFUND_WITHHELD : 'Nothing is left to refund.';
    const way = isRefunded ? refundWay(amount, booking) : { brief: nothing, full: nothing };
    const already = before > 0 ? ` ${formatCents(before)} went back to you before.` : '';
    const when = longWhen(booking, business.timeZone);
    const why =
      by === 'owner'
        ? `we had to cancel your visit on ${when}. We’re sorry.`
        : `your visit on ${when} is canceled. You canceled in time${isRefunded ? ', so you get a full refund' : ''}.`;
    return {
      subject: `${visitTitle(booking)} (${by === 'owner' ? 'we had to cancel' : 'canceled'})${isRefunded ? `: you get your ${amount} back` : ''}`,
      preview: way.brief,
      heading: by === 'owner' ? 'We had to cancel your visit' : 'Your visit is canceled',
      blocks: [
        `Hello ${headerLine(booking.name)}, ${why}`,
        `${way.full}${already}`,
        { actions: [{ words: 'Pick another time', url: bookUrl(booking, business) }] },
        'The attached file takes the visit out of your calendar.',
        {
          facts: [
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
      calendar: 'cancel',
    };
  },
});
