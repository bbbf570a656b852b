import { useNavigate } from '@tanstack/react-router';
import {
  BOOKINGS_FILTERS,
  BOOKINGS_LIMITS,
  BOOKINGS_PATH,
  type BookingsFilter as Filter,
  type BookingsQuery,
  STATE_NAMES,
} from '#shared/owner/bookings-list.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { BOOKINGS_DEFAULTS, bookingsSearch, readBookingsQuery } from './bookings-search.ts';

const SIZES = [10, 25, 50];

function filterName(filter: Filter): string {
  return filter === 'paid' ? 'All that were paid' : STATE_NAMES[filter];
}

/** A plain GET form: its values are in the address. */
export function BookingsFilter({ query }: { readonly query: BookingsQuery }) {
  const navigate = useNavigate();
  const { pageSize, search, state } = query;
  const sizes = SIZES.includes(pageSize) ? SIZES : [pageSize, ...SIZES];
  return (
    <form
      method="get"
      action={BOOKINGS_PATH}
      noValidate
      className="mb-8 flex flex-wrap items-end gap-x-4 gap-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = readBookingsQuery(Object.fromEntries(new FormData(event.currentTarget)));
        void navigate({ to: BOOKINGS_PATH, search: bookingsSearch(asked) });
      }}
    >
      <div className="grow max-sm:w-full sm:max-w-96">
        <TextField
          name="search"
          label="Reference, name, phone, or email"
          type="search"
          defaultValue={search}
          maxLength={BOOKINGS_LIMITS.search}
          required={false}
        />
      </div>
      <SelectField
        name="state"
        label="State"
        options={BOOKINGS_FILTERS.map((value) => ({ value, label: filterName(value) }))}
        defaultValue={state}
        required={false}
      />
      <SelectField
        name="pageSize"
        label="Rows"
        options={sizes.map(String)}
        defaultValue={String(pageSize)}
        required={false}
      />
      <Button type="submit">Apply</Button>
      {search !== '' || state !== BOOKINGS_DEFAULTS.state ? (
        <TextLink to="/app/admin/bookings" search={bookingsSearch({ ...BOOKINGS_DEFAULTS, pageSize })}>
          Show all bookings
        </TextLink>
      ) : null}
    </form>
  );
}
