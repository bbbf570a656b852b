import { CLAIMS } from '#shared/booking/session-type.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { longDate, shortDate } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { PHONE_DETAILS_ID } from '#shared/owner/phone-booking.ts';
import { ShowButton } from '../../booking/picker/show-button.tsx';
import type { ScheduleDay, ScheduleEntry } from '#shared/owner/schedule.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { TextLink } from '../../components/page.tsx';
import { ScheduleLink } from '../schedule/schedule-link.tsx';

interface Parts {
  readonly day: ScheduleDay;
  /** The requested day could not be found: this is another one. */
  readonly isOther: boolean;
}

export function DayState({ day, isOther }: Parts) {
  return (
    <div className="rounded-sheet border border-line bg-sheet px-4 py-3" aria-live="polite">
      {isOther ? (
        <p className="mb-2">
          The day you picked couldn’t be looked up. You can still book it: a time that’s taken is refused.
        </p>
      ) : null}
      <p className="font-semibold">{longDate(day.date)}</p>
      <ul>
        {day.entries.map((entry) => (
          <li key={entry.claim} className="flex min-h-11 flex-wrap items-center gap-x-2">
            <span>{`${CLAIMS[entry.claim].label}, ${claimHours(entry.claim)}:`}</span>
            <Use entry={entry} />
          </li>
        ))}
      </ul>
      <p className="text-sm">
        <ScheduleLink view="day" date={day.date} className="underline underline-offset-4">
          See this day on the schedule
        </ScheduleLink>
      </p>
    </div>
  );
}

function Use({ entry: { use, booking, hasBegun } }: { readonly entry: ScheduleEntry }) {
  if (booking) {
    const { eventId, name } = booking;
    return (
      <TextLink to="/app/admin/bookings/$eventId" params={{ eventId }}>
        <span>{use === 'held' ? 'held' : 'booked'}</span> by <span>{name ?? 'a deleted customer'}</span>,{' '}
        <span>{referenceOf(eventId)}</span>
      </TextLink>
    );
  }
  if (use === 'closed') return <span>closed by you</span>;
  return <span>{hasBegun ? 'has started' : 'free'}</span>;
}

export function NextOpenTimes({ slots, onSlot }: { slots: readonly Slot[]; onSlot: (slot: Slot) => void }) {
  if (slots.length === 0) return <p>No time is open within a year.</p>;
  return (
    <div>
      <p id="next-open" className="mb-2">
        Next open times
      </p>
      <ul aria-labelledby="next-open" className="flex flex-wrap gap-2">
        {slots.map((slot) => (
          <li key={slotValue(slot)}>
            <ShowButton
              show={`slot:${slotValue(slot)}`}
              formAction={`${rpcPath('bookByPhone')}#${PHONE_DETAILS_ID}`}
              onShow={() => onSlot(slot)}
            >{`${shortDate(slot.date)}, ${CLAIMS[slot.claim].label.toLowerCase()}`}</ShowButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
