import { useEffect, useRef, useState } from 'react';
import { MOST_PHOTOS, type SentPhoto } from '#shared/booking/photos.ts';
import { wordPhotoFailure } from '../../wording/photos.ts';
import type { Wording } from '../../wording/wording.ts';
import { sendPhoto } from './send-photo.ts';

export interface Sending {
  readonly id: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly progress: number;
  readonly failure: Wording | null;
}

interface Options {
  /** Photos already added. */
  readonly count: number;
  /** A failure is shown beside the picture, which can be sent again. */
  readonly accept: (photo: SentPhoto) => Promise<void> | void;
}

export interface PhotoSender {
  readonly pictures: readonly Sending[];
  readonly pending: number;
  /** For screen readers. */
  readonly announcement: string;
  readonly room: number;
  readonly send: (files: readonly File[]) => void;
  readonly retry: (id: number) => void;
  readonly dismiss: (id: number) => void;
  readonly announce: (text: string) => void;
}

let lastId = 0;

/** One after another, so that the first one arrives soon on a slow connection. */
export function useSendPhotos({ count, accept }: Options): PhotoSender {
  const [shown, setShown] = useState<readonly Sending[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const queue = useRef<Sending[]>([]);
  const isRunning = useRef(false);
  const accepting = useRef(accept);
  useEffect(() => {
    accepting.current = accept;
  }, [accept]);
  const pending = shown.filter(({ failure }) => failure === null).length;
  const room = MOST_PHOTOS - count - pending;

  const change = (id: number, changes: Partial<Sending>) =>
    setShown((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const remove = (id: number) => setShown((all) => all.filter((each) => each.id !== id));

  async function run() {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file } = next;
      try {
        const photo = await sendPhoto(file, (progress) => change(id, { progress }));
        await accepting.current(photo);
        remove(id);
        setAnnouncement(queue.current.length > 0 ? `Photo added, ${queue.current.length} to go.` : 'Photo added.');
      } catch (error) {
        const failure = wordPhotoFailure(error);
        change(id, { failure });
        setAnnouncement(`${file.name}: ${failure.title}. ${failure.text}`);
      }
    }
    isRunning.current = false;
  }

  function enqueue(some: readonly Sending[]) {
    queue.current.push(...some);
    setAnnouncement(some.length === 1 ? 'Sending the photo…' : `Sending ${some.length} photos…`);
    void run();
  }

  function send(files: readonly File[]) {
    const fit = files.slice(0, Math.max(0, room)).map((file) => ({ id: ++lastId, file, progress: 0, failure: null }));
    setShown((all) => [...all, ...fit]);
    if (fit.length > 0) enqueue(fit);
    if (fit.length < files.length) setAnnouncement(`There’s room for ${MOST_PHOTOS} photos. The others were left out.`);
  }

  function retry(id: number) {
    const failed = shown.find((each) => each.id === id);
    if (!failed) return;
    change(id, { failure: null, progress: 0 });
    enqueue([failed]);
  }

  return { pictures: shown, pending, announcement, room, send, retry, dismiss: remove, announce: setAnnouncement };
}
