import { serviceTitle } from '#shared/business/catalogue.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';

interface Parts {
  readonly visit: NonNullable<ManagedBooking['visit']>;
  /** Whether the visit is ahead. */
  readonly isAhead: boolean;
}

/** The details that the customer gave for the visit. */
export function VisitDetails({ visit, isAhead }: Parts) {
  const { tasks, notes, name, email, phone } = visit;
  const work = tasks.length > 0 ? tasks.map((slug) => serviceTitle(slug)).join(', ') : null;
  return (
    <dl className="flex max-w-prose flex-col gap-3">
      {work === null && !isAhead ? null : <Answer term="The work">{work ?? 'You’ll tell us on the day'}</Answer>}
      {notes === '' ? null : <Answer term="Notes">{notes}</Answer>}
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
