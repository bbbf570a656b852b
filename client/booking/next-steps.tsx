import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { calendarPath } from '#shared/calendar-path.ts';
import { shortDate } from '#shared/civil-date.ts';
import type { Ticket } from '#shared/contract.ts';
import type { Site } from '#shared/site.ts';
import { buttonClass } from '../components/button.tsx';
import { LATE_TERMS, slotWords } from './slot-words.ts';

interface Parts {
  readonly ticket: Ticket;
  readonly site: Site;
}

/** The two things people do once a visit is booked. */
export function NextSteps({ ticket, site }: Parts) {
  const { eventId, freeChangesThrough } = ticket;
  const subject = `Booking ${slotWords(ticket)}, ${eventId}`;
  return (
    <section aria-labelledby="next-steps" className="no-print mt-10 max-w-3xl">
      <h2 id="next-steps" className="mb-4 text-2xl">
        What next
      </h2>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        <NextStep
          title="Keep the day free"
          action={
            <a href={calendarPath(eventId)} className={buttonClass('primary')}>
              Add to calendar
            </a>
          }
        >
          A file that every calendar can read, with a reminder the day before.
        </NextStep>
        <NextStep
          title="Change or cancel"
          action={
            <a href={`mailto:${site.email}?subject=${encodeURIComponent(subject)}`} className={buttonClass()}>
              Write to us
            </a>
          }
        >
          {freeChangesThrough
            ? `Free through ${shortDate(freeChangesThrough)}: all of your money comes back, or the visit moves.`
            : LATE_TERMS}{' '}
          Name the reference above.
        </NextStep>
      </ul>
      <p className="mt-8">
        <Link to="/about" className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
          How a visit goes
        </Link>
      </p>
    </section>
  );
}

function NextStep({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3 border-t border-ink pt-3">
      <h3 className="text-xl">{title}</h3>
      <p className="grow">{children}</p>
      {action}
    </li>
  );
}
