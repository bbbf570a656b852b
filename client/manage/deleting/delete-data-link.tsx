import { Link } from '@tanstack/react-router';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { buttonClass } from '../../components/button.tsx';

/** The way to the page that deletes the guest's data. An account's customer deletes the account instead, on its profile. */
export function DeleteDataLink({ booking: { eventId, forgetting } }: { readonly booking: ManagedBooking }) {
  if (forgetting === 'with-account') return null;
  const isPlanned = forgetting === 'after-visit';
  return (
    <div className="no-print flex flex-col items-start gap-x-4 gap-y-1 border-t border-line py-4 text-sm sm:flex-row sm:items-center sm:justify-between">
      <p id="delete-data-says" className="max-w-[52ch]">
        {isPlanned
          ? 'We delete your name, contact details, address, and notes once this visit is over.'
          : 'Want us to forget you? We can delete your name, contact details, address, and notes. The next page asks you to confirm.'}
      </p>
      <Link
        to="/booking/$eventId/delete-data"
        params={{ eventId }}
        className={`${buttonClass('quiet')} -ml-4 shrink-0 sm:-mr-4 sm:ml-0`}
        aria-describedby="delete-data-says"
      >
        {isPlanned ? 'Delete them sooner' : 'Delete my details'}
      </Link>
    </div>
  );
}
