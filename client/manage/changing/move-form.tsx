import {
  type Availability,
  type DayAvailability,
  type Slot,
  ownTimes,
  isOfVisit,
} from '#shared/booking/availability.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { TextLink, Button, buttonClass } from '../../components/page.tsx';
import { slotFor, slotValue } from '#shared/booking/booking-form.ts';
import { type BookSearch, readBookSearch, slotOf } from '#shared/booking/book-search.ts';
import type { Contract } from '#shared/calls/contract.ts';
import type { InputOf } from '#shared/calls/rpc.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { applyChange, holdQuery } from '../../booking/booking-queries.ts';
import { FailureNotice, SlotTakenNote } from '../../booking/form/failure-notice.tsx';
import { SlotChoice } from '../../booking/picker/slot-choice.tsx';
import { PostForm } from '../../shell/action-form.tsx';
import { withVisit, changeFailureOf, isStaleVisit } from './change-failure.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { unitsOf } from '#shared/booking/session-type.ts';
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
import { forgetKey, keyFor } from '../../booking/form/state/draft.ts';
import { visitorBooked } from '../../booking/picker/own-time.ts';
import { wordChangeRefusal } from '../../wording/refusals.ts';
import { useState } from 'react';
import { mayStand } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { openSlot } from '../../booking/form/state/initial-form.ts';
import { useSlotChoice } from '../../booking/form/use-slot-choice.ts';
import { useImmediateReducer } from '../../shell/use-immediate-reducer.ts';
import { rescheduleQuery, useAfterChange, withOwnTime } from '../booking-queries.ts';

const route = getRouteApi('/booking/$eventId/reschedule');

export function readMoveSearch(search: Record<string, unknown>): Pick<BookSearch, 'month' | 'date' | 'claim'> {
  const { service: _service, step: _step, ...shown } = readBookSearch(search);
  return shown;
}

interface Parts {
  readonly booking: ManagedBooking;
  readonly availability: Availability;
  /** The page shows an outdated visit. */
  readonly onStale: (slot: Slot | null) => void;
}

/** A plain form; scripts add live updates and messages in place. */
export function MoveForm({ booking, availability, onStale }: Parts) {
  const { eventId, service, date, claim } = booking;
  const { rpc } = route.useRouteContext();
  const loaded = route.useLoaderData();
  const [{ initialFailure, postKey }] = useState(loaded);
  const { month = null, ...search } = readMoveSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const afterChange = useAfterChange(eventId);
  // Only to notice its changes: the days already mark the hold.
  const { data: hold = null } = useQuery(holdQuery(rpc));
  const [state, dispatch] = useImmediateReducer(reduceMove, () => {
    const asked = slotFor(service, slotOf(search));
    // After a move, the address may still name the visit's current time.
    return initialChoice(asked && slotValue(asked) === slotValue(booking) ? null : asked, initialFailure);
  });
  const { failure } = state;
  const slot = openSlot(availability, state.slot);
  const { queryKey } = rescheduleQuery(rpc, eventId);
  const { isPending, tryStart, finish, news, placeRef } = useSlotChoice({
    state,
    dispatch,
    availability,
    hold,
    refresh,
    onChange: ({ today, days }) => {
      if (!applyChange(queryClient, queryKey, { today, days: withOwnTime(days, booking) })) void refresh();
    },
    service,
    month,
    word: wordChangeRefusal,
  });

  function show(next: Slot | null, shown: CivilMonth | null) {
    const chosen = next && { date: next.date, claim: next.claim };
    void navigate({ search: { ...chosen, ...(shown && { month: shown }) }, replace: true, resetScroll: false });
  }

  function chooseSlot(next: Slot) {
    dispatch({ type: 'slotChosen', slot: next });
    show(next, month);
  }

  async function refresh() {
    const keys = [['booking', eventId], holdQuery(rpc).queryKey];
    await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: key })));
    return {
      availability: queryClient.getQueryData(queryKey) ?? availability,
      hold: queryClient.getQueryData(holdQuery(rpc).queryKey) ?? null,
    };
  }

  async function move() {
    if (!tryStart()) return;
    const request = { eventId, from: { date, claim }, ...slot };
    try {
      await rpc.reschedule({ ...request, key: keyFor(request) } as InputOf<Contract['reschedule']>);
      forgetKey();
      await afterChange(slot ? `Moved to ${slotWords(slot)}.` : 'Moved.');
    } catch (error) {
      if (isStaleVisit(error)) onStale(slot);
      const refreshed = error instanceof RpcError && !mayStand(error.refusal) ? refresh() : null;
      if (isStaleVisit(error)) await refreshed;
      dispatch({ type: 'refused', failure: changeFailureOf(error) });
    } finally {
      finish();
    }
  }

  return (
    <PostForm
      call="reschedule"
      contents={[availability.days, month, failure]}
      fields={{ eventId, from: slotValue(booking), key: postKey, month }}
      noValidate
      className="booking-form group/booking"
      onSubmit={(event) => {
        event.preventDefault();
        void move();
      }}
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
          onMonth={(shown) => show(slot, shown)}
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

/** With messages about a visit that is already booked. */
export const reduceMove = (state: ChoiceState, event: ChoiceEvent) => reduceChoice(state, event, lostFailure);

/** The customer may have booked the lost slot themselves, by this or another visit. */
const lostFailure: LostFailure = (failure, lost, { availability, hold }) => {
  if (availability.days.some((day) => day.date === lost.date && isOfVisit(day, lost.claim)))
    return { ...failure, wording: wordChangeRefusal('plans-changed') };
  return visitorBooked(hold, lost) ? { ...failure, wording: wordChangeRefusal('own-visit') } : failure;
};
