import { cityAndState } from '#shared/business/cities.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { hoursOf, CLAIMS } from '#shared/booking/session-type.ts';
import type { NearVisit, NearVisits as Visits, VisitCustomer } from '#shared/owner/near-visits.ts';
import { CommandItem } from '../../account/forms/commands.tsx';
import { buttonClass, LoneLink, loneLinkClass } from '../../components/page.tsx';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { dayWords } from '../../wording/slot-words.ts';
import { BookingState } from '../bookings/bookings-table.tsx';
import { ScheduleLink } from '../schedule/schedule-link.tsx';
import { ContactButtons, OtherAnswers, VisitPhotos } from '../visit-customer.tsx';

/** Each with the way there and a button to call. */
export function NearVisits({ visits: { today, days } }: { readonly visits: Visits }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      {days.map(({ date, visits }) => (
        <section key={date} aria-labelledby={`visits-${date}`}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id={`visits-${date}`} className="text-2xl">
              {dayWords(date, today)}
            </h2>
            <ScheduleLink view="day" date={date} className={loneLinkClass}>
              Schedule<span className="sr-only">{` of ${dayWords(date, today)}`}</span>
            </ScheduleLink>
          </div>
          <Ruler
            className="mt-3 mb-4"
            text={visits.length === 0 ? 'No visits.' : null}
            rows={[visits.map(({ claim }) => ({ hours: hoursOf(claim), state: 'length', label: CLAIMS[claim].label }))]}
          />
          {visits.length === 0 ? (
            <p className="text-pencil">No visits.</p>
          ) : (
            <ul className="grid gap-4">
              {visits.map((visit) => (
                <Visit key={visit.eventId} visit={visit} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function Visit({ visit }: { readonly visit: NearVisit }) {
  const { eventId, claim, state, area, tasks, customer } = visit;
  return (
    <li className="rounded-sheet border border-line bg-sheet px-4 py-4 sm:px-5">
      <h3 className="-mt-2 flex flex-wrap items-baseline justify-between gap-x-4 text-xl">
        <LoneLink to="/app/admin/bookings/$eventId" params={{ eventId }}>{`${claimHours(claim)}, ${area}`}</LoneLink>
        {state === 'confirmed' ? null : <BookingState state={state} />}
      </h3>
      {customer ? <Customer customer={customer} area={area} /> : <p>Deleted customer</p>}
      {tasks.length > 0 ? (
        <ul className="mt-3 list-disc pl-5">
          {tasks.map((task) => (
            <li key={task}>{serviceTitle(task)}</li>
          ))}
        </ul>
      ) : null}
      <OtherAnswers customer={customer} view="day-sheet" className="mt-3" />
      {customer ? <VisitPhotos eventId={eventId} photos={customer.photos} /> : null}
      {visit.canComplete ? (
        <div className="mt-3">
          <CommandItem command="completeVisit" input={{ eventId, at: 'landing' }} className={buttonClass('primary')}>
            The visit is done
          </CommandItem>
        </div>
      ) : null}
    </li>
  );
}

function Customer({ customer, area }: { readonly customer: VisitCustomer; readonly area: string }) {
  const { name, address } = customer;
  return (
    <>
      <p className="wrap-anywhere">
        <span>{name}</span>
        <br />
        <span>{address}</span>, <span>{cityAndState(area)}</span>
      </p>
      <ContactButtons {...customer} area={area} />
    </>
  );
}
