import { statSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from '../pictures.ts';
import { HttpCustomer } from './http-customer.ts';
import { MAIN } from './server.ts';

/** What `npm run build:binary` made. */
export const EXECUTABLE = join(MAIN, '../../halfday');

/** Throws if the executable is missing, or older than the build. */
export function assertBuilt(): void {
  const [built = 0, bundled = 0] = [EXECUTABLE, join(MAIN, '../server.cjs')].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs,
  );
  if (built < bundled) throw new Error('dist/halfday is older than dist/server. Run `npm run build:binary`.');
}

/** Sends a photo with the booking form. Returns the page. */
export async function sendPhoto(origin: string): Promise<string> {
  const form = new FormData();
  form.append('files', new File([Uint8Array.from(await picture())], 'wall.jpg', { type: 'image/jpeg' }));
  const sent = await fetch(`${origin}/book/photos`, { method: 'POST', headers: { origin }, body: form });
  return sent.text();
}

/** Sends a photo, and books and pays a visit with it. Returns the paths of the booking's calendar file and of the photo. */
export async function bookWithPhoto(origin: string): Promise<readonly [string, string]> {
  const [, ticket = ''] = /name="photos" value="([^"]+)"/.exec(await sendPhoto(origin)) ?? [];
  const booking = await new HttpCustomer(origin).book(10, 'am', { photos: [ticket] });
  return [`/book/calendar/${booking}.ics`, `/book/photos/small?ticket=${ticket}`];
}

/** What the paths of a booking with a photo answer. */
export const BOOKED = ['200 text/calendar; charset=utf-8', '200 image/jpeg'];

/** The status of each path, and the type of its content. */
export function answersTo(origin: string, paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { status, headers } = await fetch(origin + path);
      return `${status} ${headers.get('content-type')}`;
    }),
  );
}
