import { optionalAnswers } from '#shared/booking/booking-fields.ts';
import { cityAndState } from '#shared/business/cities.ts';
import { type BookingPhoto, photoPath } from '#shared/booking/photos.ts';
import type { VisitCustomer } from '#shared/owner/near-visits.ts';
import { phoneUrl } from '#shared/phone.ts';
import { buttonClass } from '../components/page.tsx';
import { PhotoList, PhotoThumb } from '../components/photo-list.tsx';

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

export function VisitPhotos({ eventId, photos }: { eventId: string; photos: readonly BookingPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <PhotoList className="mt-3">
      {photos.map(({ id }, index) => (
        <PhotoThumb
          key={id}
          number={index + 1}
          src={photoPath(eventId, id, 'small')}
          href={photoPath(eventId, id, 'full')}
        />
      ))}
    </PhotoList>
  );
}

/** Phones open the map in their own app. */
export function ContactButtons({ phone, address, area }: Pick<VisitCustomer, 'phone' | 'address'> & { area: string }) {
  const place = new URLSearchParams({ api: '1', query: `${address}, ${cityAndState(area)}` });
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      <a href={phoneUrl(phone)} className={buttonClass()}>{`Call ${phone}`}</a>
      <a
        href={`https://www.google.com/maps/search/?${place}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass()}
      >
        Map<span className="sr-only">, in a new tab</span>
      </a>
    </p>
  );
}
