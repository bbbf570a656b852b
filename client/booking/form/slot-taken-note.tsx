import type { Slot } from '#shared/booking/availability.ts';
import type { BookingFailure } from './state/failure.ts';
import { focusFailure } from './form-focus.ts';

/** Beside the button, which is always visible. */
export function SlotTakenNote({ failure, slot }: { failure: BookingFailure | null; slot: Slot | null }) {
  if (!failure?.wording || failure.nearest.length === 0 || slot) return null;
  return (
    <p className="mb-2 text-sm leading-snug font-semibold text-danger lg:text-base">
      <span>{failure.wording.title}</span>.{' '}
      <a
        className="underline underline-offset-2"
        href="#booking-failure"
        onClick={(event) => {
          event.preventDefault();
          focusFailure(failure);
        }}
      >
        See the nearest open times
      </a>
    </p>
  );
}
