import type { ReactNode } from 'react';
import { cityAndState } from '#shared/business/cities.ts';
import { longDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/booking/hours.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import type { Site } from '#shared/business/site.ts';
import { dateAt, zoneName } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { REFUND_REASONS } from '#shared/booking/history.ts';
import { SellerNote } from '../components/notices/seller-note.tsx';
import { FixedTerms } from './fixed-terms.tsx';

const PROGRESS = { requested: 'on its way', failed: 'not gone through yet', succeeded: '' } as const;

/** To print or to keep. */
export function ReceiptSheet({ booking, site }: { readonly booking: ManagedBooking; readonly site: Site }) {
  const { eventId, service, date, claim, visit, money, receipt } = booking;
  const on = (at: number) => longDate(dateAt(at, site.timeZone));
  const back = receipt.refunds.filter(({ progress }) => progress === 'succeeded');
  const paid = money.paidCents + (money.surplus?.cents ?? 0);
  const kept = paid - back.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <article className="receipt max-w-3xl border border-ink bg-sheet px-4 py-5 sm:px-8 sm:py-7">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-b border-ink pb-4">
        <div className="min-w-0 wrap-anywhere">
          <p className="font-heading text-2xl font-semibold">{site.name}</p>
          <SellerNote site={site} />
          {site.phone === null ? null : <p>{site.phone}</p>}
        </div>
        <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm [&_dt]:text-pencil">
          <dt>Paid</dt>
          <dd>{on(receipt.paidAt)}</dd>
          <dt>Reference</dt>
          <dd className="tabular-nums">{referenceOf(eventId)}</dd>
          {visit ? (
            <>
              <dt>For</dt>
              <dd className="break-words">{visit.name}</dd>
            </>
          ) : null}
        </dl>
      </header>
      <table className="mt-4 w-full border-collapse text-left">
        <caption className="sr-only">What was paid, and what went back</caption>
        <thead>
          <tr className="border-b border-ink text-sm text-pencil">
            <th scope="col" className="py-2 pr-4 font-normal">
              What
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <Line amount={formatCents(receipt.cents)}>
            <span>{SESSION_TYPES[service].label}</span> of handyman work, <span>{longDate(date)}</span>,{' '}
            <span>{claimHours(claim)}</span>, <span>{zoneName(site.timeZone)}</span>
            {visit ? <span className="block">{`${visit.address}, ${cityAndState(visit.area)}`}</span> : null}
          </Line>
          {money.surplus ? <Line amount={formatCents(money.surplus.cents)}>Extra payment</Line> : null}
          {receipt.refunds.map(({ at, cents, progress, reason }) => (
            <Line
              key={`${at} ${reason}`}
              amount={`−${formatCents(cents)}`}
              note={money.isOutside && progress === 'requested' ? 'not given back yet' : PROGRESS[progress]}
            >
              <span>{money.isOutside ? 'Given back directly' : 'Refund to the card'}</span>, <span>{on(at)}</span>:{' '}
              <span>{REFUND_REASONS[reason]}</span>
            </Line>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-ink font-semibold">
            <th scope="row" className="py-3 pr-4 wrap-anywhere">
              {back.length > 0
                ? 'Paid after refunds'
                : `${money.isOutside ? 'Paid directly' : 'Paid by card'}, in full`}
            </th>
            <td className="py-3 text-right tabular-nums">{formatCents(kept)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-4 text-sm wrap-anywhere text-pencil">
        <FixedTerms booking={booking} />
        In US dollars. Materials are not part of this receipt. Questions: <span>{site.email}</span>.
      </p>
      {site.takesRealMoney ? null : <p className="mt-2 font-semibold">A trial of the site: no money moved.</p>}
    </article>
  );
}

function Line({ amount, note = '', children }: { amount: string; note?: string; children: ReactNode }) {
  return (
    <tr className="border-b border-line">
      <td className="py-3 pr-4 wrap-anywhere">
        <span>{children}</span>
        {note === '' ? null : <strong>{` (${note})`}</strong>}
      </td>
      <td className="py-3 text-right align-top whitespace-nowrap tabular-nums">{amount}</td>
    </tr>
  );
}
