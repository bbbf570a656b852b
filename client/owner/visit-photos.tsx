import { type BookingPhoto, photoPath } from '#shared/booking/photos.ts';
import { PhotoList, PhotoThumb } from '../components/photo-list.tsx';

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
