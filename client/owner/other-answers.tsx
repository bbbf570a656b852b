import { optionalAnswers } from '#shared/booking/booking-fields.ts';
import type { VisitCustomer } from '#shared/owner/near-visits.ts';

interface Parts {
  readonly customer: VisitCustomer | null;
  readonly view: 'owner' | 'day-sheet';
  readonly className: string;
}

export function OtherAnswers({ customer, view, className }: Parts) {
  return (customer ? optionalAnswers(view, customer) : []).map(({ name, term, value }) => (
    <p key={name} className={`${className} whitespace-pre-line wrap-anywhere`}>
      {name === 'notes' ? null : <span className="text-pencil">{`${term}: `}</span>}
      <span>{value}</span>
    </p>
  ));
}
