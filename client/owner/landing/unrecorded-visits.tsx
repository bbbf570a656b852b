import { formatCount } from '#shared/format-count.ts';
import type { NeedsAttention, UnrecordedVisit } from '#shared/owner/needs-attention.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { CommandItem } from '../../account/forms/commands.tsx';
import { buttonClass, LoneLink } from '../../components/page.tsx';
import { TO_RECORD_ID } from './attention-line.tsx';
import { NoShowQuestion } from '../booking/booking-actions.tsx';

export function UnrecordedVisits({
  unrecorded,
  unrecordedTotal,
}: Pick<NeedsAttention, 'unrecorded' | 'unrecordedTotal'>) {
  if (unrecorded.length === 0) return null;
  return (
    <div className="mb-6">
      <h3 id={TO_RECORD_ID} className="text-xl">
        How did it go?
      </h3>
      <ul className="mt-2 grid gap-x-10 border-t border-line lg:grid-cols-2">
        {unrecorded.map((visit) => (
          <li key={visit.eventId} className="border-b border-line py-3">
            <Visit visit={visit} />
          </li>
        ))}
      </ul>
      {unrecordedTotal > unrecorded.length ? (
        <p className="mt-3 text-pencil">
          These are the latest <span>{unrecorded.length}</span> of <span>{formatCount(unrecordedTotal)}</span>. The
          others follow as you record them.
        </p>
      ) : null}
    </div>
  );
}

function Visit({ visit: { eventId, customer, ...slot } }: { readonly visit: UnrecordedVisit }) {
  const input = { eventId, at: 'landing' } as const;
  const name = customer?.name ?? 'A deleted customer';
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <br />
        <span>{slotWords(slot)}</span>.
      </p>
      <LoneLink to="/app/admin/bookings/$eventId" params={{ eventId }}>{`Booking ${referenceOf(eventId)}`}</LoneLink>
      <div className="mt-1 flex flex-wrap items-start gap-3">
        <CommandItem command="completeVisit" input={input} className={buttonClass('primary')}>
          Done<span className="sr-only">{` with the visit of ${name}`}</span>
        </CommandItem>
        <NoShowQuestion name={customer?.name ?? 'the customer'} input={input} />
      </div>
    </>
  );
}
