import { cityAndState } from '#shared/business/cities.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { hoursOf, CLAIMS } from '#shared/booking/session-type.ts';
import { longDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import type { DayVisits, NearVisit } from '#shared/owner/near-visits.ts';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { refundName } from '../booking/story-lists.tsx';
import { OtherAnswers, VisitPhotos } from '../visit-customer.tsx';

/** Has a day's visits, at most two, with the longest notes. */
export function DaySheet({ day: { date, visits } }: { readonly day: DayVisits }) {
  return (
    <article className="day-sheet max-w-3xl border border-ink bg-sheet px-4 py-5 sm:px-8 sm:py-7">
      <h1 className="font-heading text-3xl font-semibold">{longDate(date)}</h1>
      <Ruler
        className="mt-4 mb-6"
        text={visits.length === 0 ? 'No visits.' : null}
        rows={[visits.map(({ claim }) => ({ hours: hoursOf(claim), state: 'length', label: CLAIMS[claim].label }))]}
      />
      {visits.length === 0 ? (
        <p>No visits.</p>
      ) : (
        <ol className="grid gap-6">
          {visits.map((visit) => (
            <Visit key={visit.eventId} visit={visit} />
          ))}
        </ol>
      )}
    </article>
  );
}

function Visit({ visit }: { readonly visit: NearVisit }) {
  const { eventId, claim, area, tasks, customer, priceCents } = visit;
  return (
    <li className="border-t border-ink pt-4 wrap-anywhere">
      <h2 className="text-xl">{`${claimHours(claim)}, ${area}`}</h2>
      {customer === null ? (
        <p className="mt-1">Deleted customer</p>
      ) : (
        <>
          <p className="mt-1 text-lg">
            <span className="font-semibold">{customer.name}</span>,{' '}
            <span className="whitespace-nowrap">{customer.phone}</span>
            <br />
            <span>{customer.address}</span>, <span>{cityAndState(area)}</span>
          </p>
          <OtherAnswers customer={customer} view="day-sheet" className="day-sheet-notes mt-2" />
          <VisitPhotos eventId={eventId} photos={customer.photos} />
        </>
      )}
      {tasks.length === 0 ? null : (
        <ul className="day-sheet-tasks mt-2 list-none text-sm sm:columns-2 sm:gap-8">
          {tasks.map((task) => (
            <li key={task} className="flex break-inside-avoid gap-2">
              <span aria-hidden="true">☐</span>
              <span>{serviceTitle(task)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm text-pencil">{`${formatCents(priceCents)}, ${moneyWords(visit)}. Reference ${referenceOf(eventId)}.`}</p>
    </li>
  );
}

function moneyWords({ isPaidOutside, refund }: NearVisit): string {
  if (refund !== 'none') return refundName(refund, isPaidOutside).toLowerCase();
  return isPaidOutside ? 'paid to you directly' : 'paid online';
}
