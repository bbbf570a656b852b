import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { shortDate } from '#shared/civil-date.ts';
import {
  LEAST_SOUGHT,
  LONGEST_SOUGHT,
  type FoundCustomer,
  type FoundCustomers,
  PHONE_DETAILS_ID,
  type PhoneSearch,
} from '#shared/owner/phone-booking.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { type AccountFailure, failureOf, FailureNotice } from '../../account/forms/failure.tsx';
import { ShowButton } from '../../booking/picker/show-button.tsx';
import { TextField } from '../../components/fields/inputs.tsx';
import { loneLinkClass, textLinkClass } from '../../components/page.tsx';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';
import { factsLine } from '../customer-words.ts';

interface Parts {
  readonly search: PhoneSearch;
  readonly customers: FoundCustomers;
  readonly find: (sought: string) => Promise<FoundCustomers>;
  /** The form takes over the customer's answers. */
  readonly onChoose: (customer: FoundCustomer) => void;
}

/** Without script its buttons post the form around it, so that everything typed is kept. */
export function CustomerFinder({ search, customers, find, onChoose }: Parts) {
  const [shown, setShown] = useState({ q: search.q ?? '', customers });
  const [failure, setFailure] = useState<AccountFailure | null>(null);
  const { tryStart, finish } = useOneAtATime();
  const fieldRef = useRef<HTMLDivElement>(null);

  async function look() {
    const q = fieldRef.current?.querySelector('input')?.value ?? '';
    if (!tryStart()) return;
    setFailure(null);
    try {
      setShown({ q, customers: await find(q) });
    } catch (error) {
      setFailure(failureOf(error));
    }
    finish();
  }

  function choose(chosen: FoundCustomer) {
    setShown({ ...shown, customers: { ...shown.customers, chosen } });
    onChoose(chosen);
  }

  return (
    <section aria-labelledby="known">
      <h2 id="known" className="mb-3 text-2xl">
        Have they booked before?
      </h2>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="grow" ref={fieldRef}>
          <TextField
            name="q"
            label="Name, email, phone, or reference"
            type="search"
            defaultValue={shown.q}
            maxLength={LONGEST_SOUGHT}
            required={false}
          />
        </div>
        <ShowButton show="customers" onShow={() => void look()}>
          Find
        </ShowButton>
      </div>
      {failure === null ? null : (
        <div className="mt-4">
          <FailureNotice failure={failure} id="failure-customers" />
        </div>
      )}
      <output className="block">
        <FoundWords {...shown} />
      </output>
      {shown.q === '' ? null : <Found {...shown} onChoose={choose} />}
    </section>
  );
}

interface Shown {
  /** Empty before a search. */
  readonly q: string;
  readonly customers: FoundCustomers;
}

/** Also for screen readers. */
function FoundWords({ q, customers: { found } }: Shown) {
  if (q === '') return null;
  if (q.trim().length < LEAST_SOUGHT) return <p className="mt-4">Type at least two characters.</p>;
  if (found.length === 0) return <p className="mt-4">No one like that. Fill in the form below.</p>;
  return <p className="sr-only">{found.length === 1 ? 'One customer' : `${found.length} customers`}</p>;
}

function Found({ customers: { found, hasMore, chosen }, onChoose }: Shown & Pick<Parts, 'onChoose'>) {
  if (found.length === 0) return null;
  return (
    <>
      <ul className="mt-4 border-t border-line">
        {found.map((customer) => (
          <li key={customer.id} className="border-b border-line py-2.5 wrap-anywhere">
            <button
              type="submit"
              name="show"
              value={`customer:${customer.id}`}
              formAction={`${rpcPath('bookByPhone')}#${PHONE_DETAILS_ID}`}
              formNoValidate
              className={`min-h-11 cursor-pointer text-left font-semibold ${textLinkClass}`}
              onClick={(event) => {
                event.preventDefault();
                onChoose(customer);
              }}
            >
              <span>{customer.name}</span>
              {customer.id === chosen?.id ? <span className="sr-only"> (filled in below)</span> : null}
            </button>
            <Known customer={customer} />
          </li>
        ))}
      </ul>
      {hasMore ? <p className="mt-2 text-sm text-pencil">There are more. Type more of the name or number.</p> : null}
    </>
  );
}

function Known({ customer: { name, email, phone, address, area, booking } }: { readonly customer: FoundCustomer }) {
  const place = [address, area].filter((part) => part !== '').join(', ');
  const known = factsLine([phone, email, place, booking ? null : 'Has an account']);
  const sought = [email, phone, name].find((each) => each !== '') ?? '';
  return (
    <>
      <p className="text-sm text-pencil">{known}</p>
      <p className="flex flex-wrap gap-x-5 text-sm">
        {booking ? (
          <Link to="/app/admin/bookings/$eventId" params={{ eventId: booking.eventId }} className={loneLinkClass}>
            {`${SESSION_TYPES[booking.service].label} on ${shortDate(booking.date)}, ${referenceOf(booking.eventId)}`}
          </Link>
        ) : null}
        <Link to="/app/admin/bookings" search={{ search: sought }} className={loneLinkClass}>
          All bookings<span className="sr-only">{` of ${name}`}</span>
        </Link>
      </p>
    </>
  );
}
