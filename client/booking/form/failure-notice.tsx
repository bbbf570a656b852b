import type { Availability, Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { ErrorSummary } from '../../components/fields/error-summary.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { type BookingFailure, fieldErrorList } from './state/failure.ts';
import { openSlot } from './state/initial-form.ts';
import { ShowButton } from '../picker/show-button.tsx';
import type { Elements } from '../../components/page.tsx';
import { focusFailure } from './form-focus.ts';

interface Parts {
  readonly failure: BookingFailure;
  /** The times that are open now; some may have been taken since the failure. */
  readonly availability: Availability;
  readonly slot: Slot | null;
  readonly onSlot: (slot: Slot) => void;
  /** Alternatives. */
  readonly children?: Elements;
}

/** Links to the fields, or the nearest open times. */
export function FailureNotice({ failure, availability, slot, onSlot, children }: Parts) {
  const { wording, nearest } = failure;
  if (!wording) {
    return (
      // Where questions are shown one at a time, each shows its own errors.
      <div className="stepped:hidden">
        <ErrorSummary errors={fieldErrorList(failure)} />
      </div>
    );
  }
  return (
    <Notice tone="danger" title={wording.title} text={wording.text} role="alert" id="booking-failure" tabIndex={-1}>
      {nearest.length > 0 ? (
        <>
          <p className="mt-2 font-semibold">The nearest open times:</p>
          <ul className="mt-2 grid gap-2 sm:grid-cols-2">
            {nearest.map((open) => {
              const isChosen = slot !== null && slotValue(slot) === slotValue(open);
              return (
                <li key={slotValue(open)}>
                  <ShowButton
                    show={`slot:${slotValue(open)}`}
                    onShow={() => onSlot(open)}
                    pressed={isChosen}
                    isTaken={openSlot(availability, open) === null}
                    className="w-full"
                  >
                    {isChosen ? <span aria-hidden="true">✓</span> : null}
                    <span>{slotWords(open)}</span>
                  </ShowButton>
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
      {children}
    </Notice>
  );
}

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
