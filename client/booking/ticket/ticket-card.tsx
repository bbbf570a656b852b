import { shortDate } from '#shared/civil-date.ts';
import type { Ticket } from '#shared/calls/contract.ts';
import { pastNoticeWords, policyWords, freeChangesFact } from '#shared/booking/notice-policy.ts';
import { formatCents } from '#shared/money.ts';
import { hoursOf, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { zoneName } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { type Fact, TitleBlock } from '../../components/title-block.tsx';

/** Styled as the title block of a working drawing. */
export function TicketCard({ ticket, timeZone }: { readonly ticket: Ticket; readonly timeZone: string }) {
  const { eventId, service, claim, state } = ticket;
  const hours = hoursOf(claim);
  return (
    <TitleBlock
      kind={SESSION_TYPES[service].label}
      name={slotWords(ticket)}
      note={zoneName(timeZone)}
      figure={
        state === 'confirmed' || state === 'held' ? (
          <Ruler rows={[[{ hours, state: 'length', label: `${hours.end - hours.start} hours` }]]} text={null} />
        ) : null
      }
      facts={facts(ticket, timeZone)}
      reference={referenceOf(eventId)}
    />
  );
}

function facts({ state, cancel, priceCents, freeChangesThrough, policy }: Ticket, timeZone: string): Fact[] {
  const price = formatCents(priceCents);
  const where = {
    term: 'Where',
    value: 'At the address you gave',
    note: 'It’s not on this page, because anyone with the link can open it.',
  };
  if (state !== 'confirmed') {
    // Nothing more is fixed before the booking is confirmed.
    const terms = policy && {
      term: 'Terms',
      value: pastNoticeWords(freeChangesThrough, shortDate),
      note: policyWords(policy),
    };
    const cost = state === 'over' ? { term: 'Paid', value: price, note: 'In full.' } : { term: 'Price', value: price };
    return [cost, ...(terms ? [terms] : []), where];
  }
  return [
    { ...where, note: `Your address is in your confirmation email. ${where.note}` },
    { term: 'Paid', value: price, note: 'In full. Materials are extra, only with your approval.' },
    {
      term: 'Free changes',
      value: freeChangesFact(freeChangesThrough, { isOver: cancel !== 'refund', timeZone }),
      ...(policy && { note: policyWords(policy) }),
    },
  ];
}
