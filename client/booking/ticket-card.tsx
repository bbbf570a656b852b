import { shortDate } from '#shared/civil-date.ts';
import type { Ticket } from '#shared/contract.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES, hoursOf } from '#shared/session-type.ts';
import { zoneName } from '#shared/time-zone.ts';
import { Ruler } from '../components/ruler.tsx';
import { slotWords } from './slot-words.ts';

interface Parts {
  readonly ticket: Ticket;
  readonly timeZone: string;
}

/** A booking as anyone with its public id may see it, as the title block of a working drawing. */
export function TicketCard({ ticket, timeZone }: Parts) {
  const { eventId, service, claim } = ticket;
  const hours = hoursOf(claim);
  return (
    <div className="max-w-3xl rounded-sheet border border-edge bg-sheet p-1.5">
      <dl className="grid border border-ink sm:grid-cols-3">
        <div className="border-b border-ink px-4 pt-4 sm:col-span-3 sm:px-5">
          <dt className="text-sm text-pencil">{SESSION_NAMES[service]}</dt>
          <dd className="font-heading text-xl leading-tight font-semibold sm:text-2xl">{slotWords(ticket)}</dd>
          <dd className="text-sm text-pencil">{zoneName(timeZone)}</dd>
          <dd className="mt-3 mb-4">
            <Ruler rows={[[{ hours, state: 'length', label: `${hours.end - hours.start} hours` }]]} text={null} />
          </dd>
        </div>
        {facts(ticket).map(({ term, value, note }, index) => (
          <div key={term} className={`px-4 py-3 sm:px-5 ${index > 0 ? 'border-line max-sm:border-t sm:border-l' : ''}`}>
            <dt className="text-sm text-pencil">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
            {note === null ? null : <dd className="mt-1 text-sm text-pencil">{note}</dd>}
          </div>
        ))}
        <div className="flex flex-wrap gap-x-3 border-t border-ink px-4 py-2 text-sm sm:col-span-3 sm:px-5">
          <dt className="text-pencil">Reference</dt>
          <dd className="min-w-0 break-words tabular-nums">{eventId}</dd>
        </div>
      </dl>
    </div>
  );
}

interface Fact {
  readonly term: string;
  readonly value: string;
  readonly note: string | null;
}

function facts({ state, priceCents, freeChangesThrough }: Ticket): Fact[] {
  const price = formatCents(priceCents);
  const where = {
    term: 'Where',
    value: 'At the address you gave',
    note: 'It stands in your mail. This page shows it to nobody, because anyone with the link can open it.',
  };
  if (state !== 'confirmed') return [{ term: 'Price', value: price, note: null }, where];
  const changes = freeChangesThrough
    ? { value: `through ${shortDate(freeChangesThrough)}`, note: 'To the end of that day.' }
    : { value: 'no longer possible for this day', note: null };
  return [
    where,
    { term: 'Paid', value: price, note: 'In full. Materials are extra, only with your approval.' },
    { term: 'Free changes', ...changes },
  ];
}
