import {
  BOOKINGS_FILTERS,
  BOOKINGS_LIMITS,
  BOOKINGS_PATH,
  type BookingsFilter as Filter,
  type BookingsQuery,
  STATE_NAMES,
} from '#shared/owner/bookings-list.ts';
import { Button, TextLink } from '../../components/page.tsx';
import { SelectField, TextField } from '../../components/fields/inputs.tsx';
import { FilterBar, RowsField } from '../filter-bar.tsx';
import { BOOKINGS_DEFAULTS, bookingsSearch, readBookingsSearch } from '../list-search.ts';

function filterName(filter: Filter): string {
  return filter === 'paid' ? 'All that were paid' : STATE_NAMES[filter];
}

export function BookingsFilter({ query }: { readonly query: BookingsQuery }) {
  const { pageSize, search, state } = query;
  return (
    <FilterBar page={BOOKINGS_PATH} read={readBookingsSearch}>
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
      <RowsField pageSize={pageSize} />
      <Button type="submit">Apply</Button>
      {search !== '' || state !== BOOKINGS_DEFAULTS.state ? (
        <TextLink to="/app/admin/bookings" search={bookingsSearch({ ...BOOKINGS_DEFAULTS, pageSize })}>
          Show all bookings
        </TextLink>
      ) : null}
    </FilterBar>
  );
}

export function BookingFinder() {
  return (
    <search aria-label="Bookings">
      <FilterBar
        page={BOOKINGS_PATH}
        read={readBookingsSearch}
        className="no-print flex max-w-prose flex-wrap items-end gap-x-4 gap-y-3"
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
      </FilterBar>
    </search>
  );
}
