import {
  type Availability,
  type DayAvailability,
  type Slot,
  ownTimes,
  isOfVisit,
} from '#shared/booking/availability.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { FailureNotice, SlotTakenNote } from '../../booking/form/failure-notice.tsx';
import { SlotChoice } from '../../booking/picker/slot-choice.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { PostForm } from '../../shell/action-form.tsx';
import { withVisit, changeFailureOf, isStaleVisit } from './change-failure.ts';
import { Link } from '@tanstack/react-router';
import { unitsOf, type SessionType } from '#shared/booking/session-type.ts';
import { DayRuler } from '../../booking/picker/day-ruler.tsx';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { lateTerms, changeWords } from '../../wording/slot-words.ts';
import {
  type ChoiceEvent,
  type ChoiceState,
  type LostFailure,
  initialChoice,
  reduceChoice,
} from '../../booking/form/state/choice-state.ts';
import { visitorBooked } from '../../booking/picker/own-time.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';
import type { FormEvent } from 'react';
import { mayStand } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { openSlot } from '../../booking/form/state/initial-form.ts';
import { type SlotSource, useSlotChoice } from '../../booking/form/use-slot-choice.ts';
import { useImmediateReducer } from '../../shell/use-immediate-reducer.ts';

interface Parts extends Omit<MoveOptions, 'service'> {
  readonly booking: ManagedBooking;
  readonly availability: Availability;
  readonly isLoading: boolean;
  readonly onMonth: (month: CivilMonth | null, slot: Slot | null) => void;
}

/** A plain form; scripts add live updates and messages in place. */
export function MoveForm({ booking, onMonth, isLoading, ...options }: Parts) {
  const { availability, postKey, month } = options;
  const { eventId, service } = booking;
  const { slot, failure, news, isPending, placeRef, chooseSlot, onSubmit } = useMoveForm({
    ...options,
    service,
  });
  return (
    <PostForm
      call="reschedule"
      contents={[availability.days, month, failure]}
      fields={{ eventId, from: slotValue(booking), key: postKey, month }}
      noValidate
      className="booking-form group/booking"
      onSubmit={onSubmit}
    >
      {/* Enter in a text field presses the form's first submit button, which must not be a month button. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <output className="sr-only">{news}</output>
      <div className="flex min-w-0 flex-col gap-10">
        <HeldNote days={availability.days} />
        {failure ? (
          <FailureNotice
            failure={withVisit(failure, booking)}
            availability={availability}
            slot={slot}
            onSlot={chooseSlot}
          />
        ) : null}
        <SlotChoice
          availability={availability}
          service={service}
          isFixed
          slot={slot}
          onSlot={chooseSlot}
          placeRef={placeRef}
          month={month}
          onMonth={(shown) => onMonth(shown, slot)}
          isLoading={isLoading}
          error={failure?.fields['slot']}
        />
      </div>
      <div className="booking-foot" data-sticky-summary>
        <MoveSummary booking={booking} availability={availability} slot={slot} failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" className="grow text-lg lg:grow-0" aria-disabled={isPending}>
            {isPending ? 'One moment…' : slot ? `Move it to ${slotWords(slot)}` : 'Move the visit'}
          </Button>
        </div>
      </div>
    </PostForm>
  );
}

/** While the customer moves a visit: what happens to their hold for another one. */
function HeldNote({ days }: { readonly days: readonly DayAvailability[] }) {
  const [held] = ownTimes(days, 'yours');
  if (!held) return null;
  return (
    <Notice title={`You’re holding ${slotWords(held)}`}>
      <p className="max-w-prose">
        It’s for another visit, and it isn’t paid for yet. You can move this visit there instead: that ends the hold,
        and nothing is charged for it. Or <TextLink to="/book">pay for it or give it back</TextLink>.
      </p>
    </Notice>
  );
}

interface MoveSummaryParts {
  readonly booking: ManagedBooking;
  readonly availability: Availability;
  readonly slot: Slot | null;
  readonly failure: BookingFailure | null;
}

function MoveSummary({ booking, availability, slot, failure }: MoveSummaryParts) {
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

export interface MoveOptions extends SlotSource {
  readonly initialSlot: Slot | null;
  readonly initialFailure: BookingFailure | null;
  readonly postKey: string;
  readonly move: (slot: Slot | null) => Promise<void>;
  readonly onSlot: (slot: Slot) => void;
  readonly service: SessionType;
  readonly month: CivilMonth | null;
}

/** Hands events to `reduceMove` and acts on the result. */
export function useMoveForm({ initialSlot, initialFailure, move, onSlot, ...source }: MoveOptions) {
  const { availability, refresh } = source;
  const [state, dispatch] = useImmediateReducer(reduceMove, () => initialChoice(initialSlot, initialFailure));
  const slot = openSlot(availability, state.slot);
  const choice = useSlotChoice({ ...source, state, dispatch, word: wordChangeRefusal });

  function chooseSlot(next: Slot) {
    dispatch({ type: 'slotChosen', slot: next });
    onSlot(next);
  }

  async function send() {
    if (!choice.tryStart()) return;
    try {
      await move(slot);
    } catch (error) {
      const refreshed = error instanceof RpcError && !mayStand(error.refusal) ? refresh() : null;
      if (isStaleVisit(error)) await refreshed;
      dispatch({ type: 'refused', failure: changeFailureOf(error) });
    } finally {
      choice.finish();
    }
  }

  return {
    slot,
    failure: state.failure,
    news: choice.news,
    isPending: choice.isPending,
    placeRef: choice.placeRef,
    chooseSlot,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send();
    },
  };
}

/** With messages about a visit that is already booked. */
export const reduceMove = (state: ChoiceState, event: ChoiceEvent) => reduceChoice(state, event, lostFailure);

/** The customer may have booked the lost slot themselves, by this or another visit. */
const lostFailure: LostFailure = (failure, lost, { availability, hold }) => {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim)))
    return { ...failure, wording: wordChangeRefusal('plans-changed') };
  return visitorBooked(hold, lost) ? { ...failure, wording: wordChangeRefusal('own-visit') } : failure;
};
