import { Link } from '@tanstack/react-router';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { Button, buttonClass } from '../components/page.tsx';
import { PostForm } from '../shell/action-form.tsx';
import { optionalAnswers } from '#shared/booking/booking-fields.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { shortDate } from '#shared/civil-date.ts';
import { type HistoryLine, historyWords } from '#shared/booking/history.ts';
import { clockTime, dateAt } from '#shared/time-zone.ts';

/** Latest first. */
export function History({ lines, timeZone }: { readonly lines: readonly HistoryLine[]; readonly timeZone: string }) {
  return (
    <ol reversed className="max-w-prose border-b border-line">
      {lines.toReversed().map((line, index) => (
        <li
          key={lines.length - index}
          className="grid grid-cols-1 gap-x-4 border-t border-line py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <time
            dateTime={new Date(line.at).toISOString()}
            className="text-sm leading-relaxed text-pencil"
          >{`${shortDate(dateAt(line.at, timeZone))}, ${clockTime(line.at, timeZone)}`}</time>
          <span>{historyWords(line)}</span>
        </li>
      ))}
    </ol>
  );
}

export function VisitDetails({ visit, isAhead }: { visit: NonNullable<ManagedBooking['visit']>; isAhead: boolean }) {
  const { tasks, name, email, phone } = visit;
  const work = tasks.length > 0 ? tasks.map((slug) => serviceTitle(slug)).join(', ') : null;
  return (
    <dl className="flex max-w-prose flex-col gap-3">
      {work === null && !isAhead ? null : <Answer term="The work">{work ?? 'You’ll tell us on the day'}</Answer>}
      {optionalAnswers('customer', visit).map(({ name: field, term, value }) => (
        <Answer key={field} term={term}>
          {value}
        </Answer>
      ))}
      <Answer term="You">{[name, phone, email].join('\n')}</Answer>
    </dl>
  );
}

function Answer({ term, children }: { readonly term: string; readonly children: string }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-sm leading-relaxed text-pencil">{term}</dt>
      <dd className="min-w-0 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

/** For shared devices. */
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

/** An account's customer deletes the account instead. */
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
