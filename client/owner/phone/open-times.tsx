import type { Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { shortDate } from '#shared/civil-date.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { PHONE_DETAILS_ID, phoneShow } from '#shared/owner/phone-booking.ts';
import { ShowButton } from '../../booking/picker/show-button.tsx';
import { CLAIM_NAMES } from '../../wording/slot-words.ts';

interface Parts {
  readonly slots: readonly Slot[];
  readonly onSlot: (slot: Slot) => void;
}

/** The next open times, each a button that enters it into the form. */
export function NextOpenTimes({ slots, onSlot }: Parts) {
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
              show={phoneShow({ kind: 'slot', slot })}
              formAction={`${rpcPath('bookByPhone')}#${PHONE_DETAILS_ID}`}
              onShow={() => onSlot(slot)}
            >{`${shortDate(slot.date)}, ${CLAIM_NAMES[slot.claim].toLowerCase()}`}</ShowButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
