import { serviceTitle } from '#shared/business/catalogue.ts';
import { cityAndState } from '#shared/business/cities.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { pastNoticeWords, policyWords } from '#shared/booking/notice-policy.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { hoursOf, SESSION_TYPES, CLAIMS } from '#shared/booking/session-type.ts';
import { longDate, shortDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { zoneName } from '#shared/time-zone.ts';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { TitleBlock } from '../../components/title-block.tsx';
import { ContactButtons, OtherAnswers, VisitPhotos } from '../visit-customer.tsx';

export function VisitSheet({ story, timeZone }: { readonly story: BookingStory; readonly timeZone: string }) {
  const { service, date, claim, priceCents, eventId } = story;
  return (
    <TitleBlock
      kind={SESSION_TYPES[service].label}
      name={longDate(date)}
      note={`${claimHours(claim)} (${zoneName(timeZone)})`}
      figure={<Ruler rows={[[{ hours: hoursOf(claim), state: 'length', label: CLAIMS[claim].label }]]} text={null} />}
      facts={[
        { term: 'Price', value: formatCents(priceCents) },
        { ...termsOf(story), ...(story.policy && { note: policyWords(story.policy) }) },
      ]}
      reference={referenceOf(eventId)}
    />
  );
}

/** In the past tense once nothing can be changed. */
function termsOf({ state, freeChangesThrough: through, today }: BookingStory) {
  if (state !== 'confirmed' && state !== 'held') return { term: 'Terms', value: pastNoticeWords(through, shortDate) };
  const ends = through && `${today <= through ? 'Through' : 'Ended'} ${shortDate(through)}, 11:59 pm`;
  return { term: 'Free changes', value: ends ?? 'None' };
}

export function CustomerPart({ story: { eventId, customer, area, tasks } }: { readonly story: BookingStory }) {
  return (
    <section aria-labelledby="customer">
      <h2 id="customer" className="mb-2 text-2xl">
        {customer?.name ?? 'Deleted customer'}
      </h2>
      {customer ? (
        <>
          <p className="wrap-anywhere">
            <span>{customer.address}</span>, <span>{cityAndState(area)}</span>
            <br />
            <span>{customer.email === '' ? 'No email address' : customer.email}</span>
          </p>
          <ContactButtons {...customer} area={area} />
        </>
      ) : (
        <p className="text-pencil">Their name, address, and notes are deleted.</p>
      )}
      <h3 className="mt-6 mb-1 text-xl">To do</h3>
      {tasks.length > 0 ? (
        <ul className="list-disc pl-5">
          {tasks.map((task) => (
            <li key={task}>{serviceTitle(task)}</li>
          ))}
        </ul>
      ) : (
        <p className="text-pencil">The customer named no tasks.</p>
      )}
      <OtherAnswers customer={customer} view="owner" className="mt-3 max-w-prose" />
      {customer ? <VisitPhotos eventId={eventId} photos={customer.photos} /> : null}
    </section>
  );
}
