import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Slot } from '#shared/booking/availability.ts';
import { parseSlot, postedSlot, slotFor } from '#shared/booking/booking-form.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import { type MovePlan, movePath } from '#shared/owner/move-plan.ts';
import { openSlot } from '../../booking/form/state/initial-form.ts';
import { SlotChoice } from '../../booking/picker/slot-choice.tsx';
import { Button } from '../../components/page.tsx';
import { fieldId } from '../../components/fields/field.tsx';

export const MOVE_ID = 'move';

const MISSING = 'Choose a day and time.';

/** A plain GET form. With script, a choice gets its response at once. */
export function MovePicker({ plan, month, wasSent }: { plan: MovePlan; month: CivilMonth | null; wasSent: boolean }) {
  const { eventId, service, availability, asked } = plan;
  const navigate = useNavigate();
  // Shown as chosen before the response.
  const [chosen, setChosen] = useState(asked?.slot ?? null);
  /** How often the form was sent with nothing picked. */
  const [misses, setMisses] = useState(0);
  useEffect(() => {
    if (misses === 0) return;
    const question = document.getElementById(fieldId('slot'));
    question?.focus({ preventScroll: true });
    // It can be taller than the window: its message is at its top.
    question?.scrollIntoView();
  }, [misses]);
  const slot = openSlot(availability, slotFor(service, chosen));
  const show = (next: Slot | null, shown: CivilMonth | null) => {
    setChosen(next);
    void navigate({
      to: '/app/admin/bookings/$eventId/move',
      params: { eventId },
      search: { ...(next && { date: next.date, claim: next.claim }), ...(shown && { month: shown }) },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <form
      method="get"
      action={movePath(eventId, null)}
      // Firefox would restore the choice by its place, where another time can be.
      autoComplete="off"
      className="group/booking flex min-w-0 flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        const picked = parseSlot(postedSlot(new FormData(event.currentTarget)));
        if (picked === null) return setMisses(misses + 1);
        show(picked, month);
        document.getElementById(MOVE_ID)?.focus();
      }}
    >
      {/* Enter in a text field presses the form's first submit button, which must not be a month button. */}
      <button type="submit" name="ask" value="yes" className="sr-only" tabIndex={-1} aria-hidden="true" />
      {month ? <input type="hidden" name="month" value={month} /> : null}
      <SlotChoice
        availability={availability}
        service={service}
        isFixed
        isOwners
        slot={slot}
        onSlot={(next) => show(next, month)}
        month={month}
        onMonth={(shown) => show(slot, shown)}
        error={chosen === null && (wasSent || misses > 0) ? MISSING : undefined}
      />
      <p>
        <Button type="submit" name="ask" value="yes">
          See what that means
        </Button>
      </p>
    </form>
  );
}
