import { FORM_PHOTOS_PATH, sentPhotoPath } from '#shared/booking/photos.ts';
import { Button } from '../../components/page.tsx';
import { PhotoList, PhotoThumb } from '../../components/photo-list.tsx';
import { PHOTO_INPUT, PhotoInput } from './photo-input.tsx';
import type { PhotoSender } from './use-send-photos.ts';

interface Parts {
  readonly sender: PhotoSender;
  readonly tickets: readonly string[];
  readonly onTickets: (tickets: readonly string[]) => void;
  readonly error: string | undefined;
}

/** Without script, the buttons post the whole form, so that nothing typed is lost. */
const POSTED = {
  type: 'submit',
  formAction: `${FORM_PHOTOS_PATH}#${PHOTO_INPUT}`,
  formEncType: 'multipart/form-data',
} as const;

export function FormPhotos({ sender, tickets, onTickets, error }: Parts) {
  return (
    <div className="mt-8 flex flex-col gap-4">
      {tickets.map((ticket) => (
        <input key={ticket} type="hidden" name="photos" value={ticket} />
      ))}
      <PhotoInput
        sender={sender}
        hint="They help us bring the right tools. Only we see them."
        error={error}
        post={<Button {...POSTED}>Add the chosen photos</Button>}
      />
      <PhotoList focusWhenEmpty={PHOTO_INPUT}>
        {tickets.map((ticket, index) => (
          <PhotoThumb
            key={ticket}
            number={index + 1}
            src={sentPhotoPath(ticket, 'small')}
            href={sentPhotoPath(ticket, 'full')}
          >
            <Button
              {...POSTED}
              look="quiet"
              name="removePhoto"
              value={ticket}
              onClick={(event) => {
                event.preventDefault();
                onTickets(tickets.filter((other) => other !== ticket));
                sender.announce('Photo removed.');
              }}
            >
              Remove<span className="sr-only">{` photo ${index + 1}`}</span>
            </Button>
          </PhotoThumb>
        ))}
      </PhotoList>
    </div>
  );
}
