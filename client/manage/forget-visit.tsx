import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { Button } from '../components/button.tsx';
import { PostForm } from '../shell/action-form.tsx';

/** Removes this browser's access to the visit, for shared devices. */
export function ForgetVisit({ booking: { eventId, state, isOver } }: { readonly booking: ManagedBooking }) {
  const isAhead = state === 'confirmed' && !isOver;
  return (
    <PostForm
      call="forgetVisit"
      fields={{ eventId }}
      className="no-print flex flex-col items-start gap-x-4 gap-y-1 border-t border-line py-4 text-sm sm:flex-row sm:items-center sm:justify-between"
    >
      <p id="forget-visit-says" className="max-w-[52ch]">
        Not your own device? <span>{isAhead ? 'The visit stays booked' : 'Nothing about the visit changes'}</span>; only
        this browser forgets it.
      </p>
      <Button
        type="submit"
        look="quiet"
        className="-ml-4 shrink-0 sm:-mr-4 sm:ml-0"
        aria-describedby="forget-visit-says"
      >
        Forget the booking on this device
      </Button>
    </PostForm>
  );
}
