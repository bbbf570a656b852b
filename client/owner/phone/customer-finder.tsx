import { Link, useNavigate } from '@tanstack/react-router';
import { SESSION_NAMES } from '#shared/booking/session-type.ts';
import { shortDate } from '#shared/civil-date.ts';
import {
  LEAST_SOUGHT,
  type FoundCustomer,
  type FoundCustomers,
  type PhoneSearch,
} from '#shared/owner/phone-booking.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { textLinkClass } from '../../components/text-link.tsx';
import { readPhoneSearch } from './phone-search.ts';

const PAGE = '/app/admin/schedule/book';

interface Parts {
  readonly search: PhoneSearch;
  readonly customers: FoundCustomers;
}

/** Looks for a known customer: a plain GET form, with what it found below it. */
export function CustomerFinder({ search, customers }: Parts) {
  const navigate = useNavigate();
  const { q = '', date, unit } = search;
  return (
    <section aria-labelledby="known" className="mb-10 max-w-prose">
      <h2 id="known" className="mb-3 text-2xl">
        Have they booked before?
      </h2>
      <form
        method="get"
        action={PAGE}
        noValidate
        className="flex flex-wrap items-end gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          const asked = readPhoneSearch(Object.fromEntries(new FormData(event.currentTarget)));
          void navigate({ to: PAGE, search: asked });
        }}
      >
        {date ? <input type="hidden" name="date" value={date} /> : null}
        {unit ? <input type="hidden" name="unit" value={unit} /> : null}
        <div className="grow">
          <TextField
            name="q"
            label="Name, email, phone, or reference"
            type="search"
            defaultValue={q}
            maxLength={200}
            required={false}
          />
        </div>
        <Button type="submit">Find</Button>
      </form>
      {q === '' ? null : <Found search={search} customers={customers} />}
    </section>
  );
}

function Found({ search, customers: { found, hasMore, chosen } }: Parts) {
  if ((search.q ?? '').trim().length < LEAST_SOUGHT) return <p className="mt-4">Type at least two characters.</p>;
  if (found.length === 0) return <p className="mt-4">No one like that. Fill in the form below.</p>;
  return (
    <>
      <ul className="mt-4 border-t border-line">
        {found.map((customer) => (
          <li key={customer.id} className="border-b border-line py-2.5 wrap-anywhere">
            <Link
              to={PAGE}
              search={{ ...search, customer: customer.id }}
              hash="book"
              className={`inline-flex min-h-11 items-center font-semibold ${textLinkClass}`}
            >
              {customer.name}
              {customer.id === chosen?.id ? <span className="sr-only"> (filled in below)</span> : null}
            </Link>
            <p className="text-sm text-pencil">{knownOf(customer)}</p>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="mt-2 text-sm text-pencil">There are more. Type more of the name or number.</p> : null}
    </>
  );
}

function knownOf({ email, phone, address, area, booking }: FoundCustomer): string {
  const last = booking
    ? `${SESSION_NAMES[booking.service]} on ${shortDate(booking.date)}, ${referenceOf(booking.eventId)}`
    : 'Has an account';
  const place = [address, area].filter((part) => part !== '').join(', ');
  return [phone, email, place, last].filter((part) => part !== '').join(' · ');
}
