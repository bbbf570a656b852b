import { cityAndState } from '#shared/business/cities.ts';
import { shortDate } from '#shared/civil-date.ts';
import { REFUND_WITHHELD } from '#shared/booking/dispute.ts';
import { freeChangesFact, pastNoticeWords, policyWords, soldAgain } from '#shared/booking/notice-policy.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { hoursOf, UNITS, SESSION_TYPES, CLAIMS } from '#shared/booking/session-type.ts';
import { zoneName } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Badge, type BadgeTone } from '../components/page.tsx';
import { Ruler, type RulerSegment } from '../components/calendar/ruler.tsx';
import { type Fact, TitleBlock } from '../components/title-block.tsx';
import { surplusWords, visitStateName } from '../wording/booking-states.ts';
import { DeadlineRuler } from './deadline-ruler.tsx';

interface Parts {
  readonly booking: ManagedBooking;
  readonly timeZone: string;
}

export function VisitBlock({ booking, timeZone }: Parts) {
  const { eventId, service } = booking;
  return (
    <TitleBlock
      kind={
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span>{SESSION_TYPES[service].label}</span>
          <Badge tone={toneOf(booking)}>{visitStateName(booking)}</Badge>
        </span>
      }
      name={slotWords(booking)}
      note={zoneName(timeZone)}
      figure={hasHours(booking) ? <Hours booking={booking} /> : null}
      facts={[where(booking), paid(booking)]}
      wide={freeChanges(booking, timeZone)}
      reference={referenceOf(eventId)}
    />
  );
}

function toneOf({ state, money, now }: ManagedBooking): BadgeTone {
  if (state === 'confirmed' && now.cancel === null) return 'plain';
  if (money.refund === 'failed' || state === 'forfeited' || state === 'no-show') return 'caution';
  return state === 'confirmed' || state === 'completed' || money.refund === 'succeeded' ? 'done' : 'plain';
}

/** Of a canceled visit only while its time can be booked again. */
function hasHours({ state, forfeiture }: ManagedBooking): boolean {
  return forfeiture !== null || (state !== 'cancelled' && state !== 'forfeited' && state !== 'refunded');
}

/** After a late cancellation, shows which hours are booked again. */
function Hours({ booking: { claim, forfeiture } }: Pick<Parts, 'booking'>) {
  const hours = hoursOf(claim);
  if (!forfeiture) {
    return <Ruler rows={[[{ hours, state: 'length', label: `${hours.end - hours.start} hours` }]]} text={null} />;
  }
  const halves = forfeiture.units.map(({ unit, isRefilled }): RulerSegment => {
    if (isRefilled) return { hours: UNITS[unit].hours, state: 'chosen', label: 'booked again' };
    return {
      hours: UNITS[unit].hours,
      state: 'taken',
      label: forfeiture.isFinal ? 'no new booking counted' : 'waiting for a booking',
    };
  });
  const text = halves.map(({ label }, index) => `${CLAIMS[forfeiture.units[index]!.unit].label}: ${label}`);
  return <Ruler rows={[halves]} text={`${text.join('. ')}.`} />;
}

function where({ visit }: ManagedBooking): Fact {
  if (!visit) return { term: 'Where', value: 'Deleted', note: 'The personal data of this booking has been deleted.' };
  return { term: 'Where', value: visit.address, note: cityAndState(visit.area) };
}

function paid(booking: ManagedBooking): Fact {
  const { money } = booking;
  const surplus = surplusWords(money);
  const note = paidNote(booking);
  return { term: 'Paid', value: formatCents(money.paidCents), note: surplus ? `${note} ${surplus}` : note };
}

function paidNote({ money, state, forfeiture, service }: ManagedBooking): string {
  const { refundingCents, refundedCents, refund, isOutside } = money;
  const back = formatCents(refundingCents);
  if (refundingCents > 0 && isOutside) {
    return refund === 'succeeded'
      ? `We gave ${back} back to you directly.`
      : `We owe you ${back}, to be given back directly.`;
  }
  if (money.isWithheld && refund !== 'none') return REFUND_WITHHELD;
  if (refundingCents > 0) {
    if (refund === 'failed') return `The refund of ${back} hasn’t gone through yet. We’ll keep trying.`;
    return refundedCents >= refundingCents
      ? `We’ve sent ${back} back to your card.`
      : `${back} is on its way back to your card.`;
  }
  if (state !== 'forfeited' && isOutside) return 'To us directly. Materials are extra, only with your approval.';
  if (state !== 'forfeited') return 'In full. Materials are extra, only with your approval.';
  return forfeiture?.isFinal === false ? `We keep it, unless someone else books ${soldAgain(service)}.` : 'We kept it.';
}

/** Drawn while changes are free. */
function freeChanges(booking: ManagedBooking, timeZone: string): Fact | null {
  const { freeChangesThrough: through, policy, now, today, date } = booking;
  if (policy === null) return null;
  if (now.cancel === null) {
    return { term: 'Terms', value: pastNoticeWords(through, shortDate), note: policyWords(policy) };
  }
  return {
    term: 'Free changes',
    value: freeChangesFact(through, { isOver: through !== null && through < today, timeZone }),
    note: (
      <>
        <span>{policyWords(policy)}</span>
        <span className="mt-2 block">
          <DeadlineRuler today={today} visit={date} freeThrough={now.canReschedule ? through : null} />
        </span>
      </>
    ),
  };
}
