import { useNavigate } from '@tanstack/react-router';
import { BOOKINGS_LIMITS, BOOKINGS_PATH } from '#shared/owner/bookings-list.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { bookingsSearch, readBookingsQuery } from './bookings-search.ts';

/** A search field that leads to the list of bookings: a plain GET form. */
export function BookingFinder() {
  const navigate = useNavigate();
  return (
    <search aria-label="Bookings">
      <form
        method="get"
        action={BOOKINGS_PATH}
        noValidate
        className="no-print flex max-w-prose flex-wrap items-end gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          const asked = readBookingsQuery(Object.fromEntries(new FormData(event.currentTarget)));
          void navigate({ to: BOOKINGS_PATH, search: bookingsSearch(asked) });
        }}
      >
        <div className="grow">
          <TextField
            name="search"
            scope="bookings"
            label="Find a booking by reference, name, phone, or email"
            type="search"
            maxLength={BOOKINGS_LIMITS.search}
            required={false}
          />
        </div>
        <Button type="submit">Find</Button>
      </form>
    </search>
  );
}
