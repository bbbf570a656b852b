import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type BookingPhoto, bookingPhotosPath, photoPath } from '#shared/booking/photos.ts';
import type { BookingPageView, ManagedBooking } from '#shared/booking/managed-booking.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { PHOTO_INPUT, PhotoInput } from '../booking/photos/photo-input.tsx';
import { useSendPhotos } from '../booking/photos/use-send-photos.ts';
import { Button } from '../components/page.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { PhotoList, PhotoThumb } from '../components/photo-list.tsx';
import { ActionForm, PostForm } from '../shell/action-form.tsx';
import { managedBookingQuery } from './booking-queries.ts';
import { changeFailureOf, changeFailureOfFlash } from './changing/change-failure.ts';

const route = getRouteApi('/booking/$eventId');

interface Parts {
  readonly booking: ManagedBooking & { readonly visit: NonNullable<ManagedBooking['visit']> };
  readonly flash: Flash | null;
}

/** Its customer can add photos until the visit is over, and remove any. */
export function VisitPhotos({ booking, flash }: Parts) {
  const { eventId, visit } = booking;
  const { photos, canAddPhotos } = visit;
  const { rpc } = route.useRouteContext();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState(() => changeFailureOfFlash(flash));
  const show = (shown: readonly BookingPhoto[]) =>
    queryClient.setQueryData<BookingPageView>(managedBookingQuery(rpc, eventId).queryKey, (view) =>
      view?.kind === 'booking' && view.visit ? { ...view, visit: { ...view.visit, photos: shown } } : view,
    );
  const sender = useSendPhotos({
    count: photos.length,
    accept: async ({ ticket }) => {
      show((await rpc.addPhotos({ eventId, tickets: [ticket] })).photos);
    },
  });

  if (!canAddPhotos && photos.length === 0) return null;
  return (
    <div className="no-print mt-8 flex flex-col gap-4">
      {failure?.wording ? (
        <Notice tone="danger" title={failure.wording.title} text={failure.wording.text} role="alert" />
      ) : null}
      {canAddPhotos ? (
        <PostForm action={bookingPhotosPath(eventId)} encType="multipart/form-data">
          <PhotoInput
            sender={sender}
            hint="They help us bring the right tools. Only you and we see them."
            post={<Button type="submit">Add the chosen photos</Button>}
          />
        </PostForm>
      ) : (
        <h3 className="font-semibold">Photos</h3>
      )}
      <PhotoList focusWhenEmpty={PHOTO_INPUT}>
        {photos.map(({ id }, index) => (
          <PhotoThumb
            key={id}
            number={index + 1}
            src={photoPath(eventId, id, 'small')}
            href={photoPath(eventId, id, 'full')}
          >
            <ActionForm
              call="removePhoto"
              fields={{ eventId, photo: id }}
              onDone={async (removed) => {
                show(removed.photos);
                setFailure(null);
                sender.announce('Photo removed.');
                return true;
              }}
              onRefused={(error) => setFailure(changeFailureOf(error))}
            >
              {() => (
                <Button type="submit" look="quiet" className="w-full">
                  Remove<span className="sr-only">{` photo ${index + 1}`}</span>
                </Button>
              )}
            </ActionForm>
          </PhotoThumb>
        ))}
      </PhotoList>
    </div>
  );
}
