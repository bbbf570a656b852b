import { useHydrated } from '@tanstack/react-router';
import { useId } from 'react';
import { PHOTO_FILES, PHOTO_TYPES } from '#shared/booking/photos.ts';
import { Button, type Elements } from '../../components/page.tsx';
import { FieldNote, fieldId, noteProps } from '../../components/fields/field.tsx';
import { PHOTO_RULES } from '../../wording/photos.ts';
import type { PhotoSender, Sending } from './use-send-photos.ts';

const NAME = 'photos';

export const PHOTO_INPUT = fieldId(NAME);

interface Parts {
  readonly sender: PhotoSender;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly post: Elements;
}

/** Without script, a button posts the files. */
export function PhotoInput({ sender, hint, error, post }: Parts) {
  const { pictures, room, send, announcement } = sender;
  const isLive = useHydrated();
  const note = { name: NAME, hint: `${hint} ${PHOTO_RULES}`, error };
  return (
    <div>
      <label htmlFor={PHOTO_INPUT} className="mb-1 block font-semibold">
        Photos <span className="font-normal text-pencil">(optional)</span>
      </label>
      {room > 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <input
            id={PHOTO_INPUT}
            type="file"
            name={PHOTO_FILES}
            multiple
            accept={PHOTO_TYPES.join(',')}
            // With script, chosen files are listed below.
            className={`block min-h-11 max-w-full cursor-pointer ${isLive ? 'text-transparent' : 'text-pencil'} file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-sheet file:border file:border-solid file:border-edge file:bg-sheet file:px-4 file:py-2 file:font-semibold file:text-ink hover:file:border-accent hover:file:text-accent-strong`}
            {...noteProps(note)}
            onChange={({ currentTarget }) => takeFiles(currentTarget, send)}
          />
          {isLive ? null : post}
        </div>
      ) : (
        <p id={PHOTO_INPUT} tabIndex={-1}>
          That’s all there’s room for. To add another one, remove one first.
        </p>
      )}
      <FieldNote {...note} />
      <output className="sr-only">{announcement}</output>
      {pictures.length > 0 ? (
        <ul className="mt-3 grid max-w-prose list-none gap-2">
          {pictures.map((picture) => (
            <Picture key={picture.id} picture={picture} sender={sender} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Empties the input, so that the same file can be chosen again. */
function takeFiles(input: HTMLInputElement, send: PhotoSender['send']): void {
  const files = [...(input.files ?? [])];
  if (files.length === 0) return;
  input.value = '';
  send(files);
}

function Picture({ picture: { id, file, progress, failure }, sender }: { picture: Sending; sender: PhotoSender }) {
  const name = useId();
  if (failure) {
    return (
      <li className="rounded-sheet border border-danger bg-danger-soft px-3 py-2">
        <p className="text-sm font-semibold wrap-anywhere">{`${file.name}: ${failure.title}`}</p>
        <p className="text-sm">{failure.text}</p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <Button look="quiet" className="-ml-4" onClick={() => sender.retry(id)}>
            Try again<span className="sr-only">{` to send ${file.name}`}</span>
          </Button>
          <Button look="quiet" onClick={() => sender.dismiss(id)}>
            Leave it out<span className="sr-only">{`: ${file.name}`}</span>
          </Button>
        </p>
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span
        id={name}
        className="min-w-0 grow wrap-anywhere"
      >{`${progress >= 1 ? 'Checking' : 'Sending'} ${file.name}`}</span>
      <progress
        className="h-2 w-40 accent-accent"
        aria-labelledby={name}
        max={1}
        {...(progress >= 1 ? {} : { value: progress })}
      />
    </li>
  );
}
