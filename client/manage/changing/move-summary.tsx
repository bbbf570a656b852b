import { Link } from '@tanstack/react-router';
import { type Availability, type Slot, ownTimes } from '#shared/booking/availability.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { DayRuler } from '../../booking/picker/day-ruler.tsx';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { SlotTakenNote } from '../../booking/form/slot-taken-note.tsx';
import { lateTerms, changeWords } from '../../wording/slot-words.ts';
import { buttonClass } from '../../components/button.tsx';

interface Parts {
  readonly booking: ManagedBooking;
  readonly availability: Availability;
  readonly slot: Slot | null;
  readonly failure: BookingFailure | null;
}

/** The old and new time, the price and the new terms, above the button. */
export function MoveSummary({ booking, availability, slot, failure }: Parts) {
  const day = slot ? availability.days.find(({ date }) => date === slot.date) : undefined;
  const [held] =
    day && slot && unitsOf(slot.claim).some((unit) => day[unit] === 'yours') ? ownTimes([day], 'yours') : [];
  return (
    <aside aria-label="Your visit" className="lg:rounded-sheet lg:border lg:border-edge lg:bg-sheet lg:p-5">
      <h2 className="mb-3 hidden text-xl lg:block">Your visit</h2>
      <div className="mb-4 hidden lg:block">
        <DayRuler service={booking.service} day={day} claim={slot?.claim ?? null} />
      </div>
      <SlotTakenNote failure={failure} slot={slot} />
      <div aria-live="polite" aria-atomic="true" className="text-sm lg:text-base">
        <p>
          <span className="max-lg:hidden">{`Now ${slotWords(booking)}. `}</span>
          {slot ? (
            <span>
              <strong>{`Moves to ${slotWords(slot)}.`}</strong> Nothing to pay.{' '}
              <span>{day ? changeWords(day, availability.today) : null}</span>
            </span>
          ) : (
            <span>Pick a new time. It costs nothing, and your visit stays where it is until you press the button.</span>
          )}
        </p>
        {held ? (
          <p className="mt-2">
            Your hold of <span>{slot?.claim === held.claim ? 'it' : slotWords(held)}</span> ends then, and nothing is
            charged for it.
          </p>
        ) : null}
        {day && !day.freeChangesThrough ? <p className="mt-2">{lateTerms(booking.service)}</p> : null}
      </div>
      <p className="mt-3 max-lg:hidden">
        <Link to="/booking/$eventId" params={{ eventId: booking.eventId }} className={`${buttonClass('quiet')} -ml-4`}>
          Leave it as it is
        </Link>
      </p>
    </aside>
  );
}
