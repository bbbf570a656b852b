import { type BookingPhoto, FORM_PHOTOS_PATH, PHOTO_FILES, type SentPhoto } from '#shared/booking/photos.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { ObjectStorage } from '#server/outside/storage/port.ts';
import { picture } from '../../../pictures.ts';
import type { Customer } from '../customer.ts';
import type { Visitor } from '../visitor.ts';

interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly refusal?: string };
}

/** Calls by JSON. */
export async function call<Body = unknown>(visitor: Visitor, name: string, input: object): Promise<Answer<Body>> {
  const response = await visitor.request(rpcPath(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Answer<Body>['body'] };
}

/** Sends a photo of the form, as the page's script does. */
export async function sendsFile(visitor: Visitor, bytes: Buffer): Promise<Answer<SentPhoto>> {
  const response = await posts(visitor, FORM_PHOTOS_PATH, {}, [bytes], { accept: 'application/json' });
  return { status: response.status, body: (await response.json()) as Answer<SentPhoto>['body'] };
}

export async function sends(visitor: Visitor): Promise<SentPhoto> {
  const { status, body } = await sendsFile(visitor, await picture());
  if (status !== 200) throw new Error(`not taken: ${body.refusal}`);
  return body;
}

/** A form with files, as a browser without script posts it. */
export async function posts(
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  files: readonly Buffer[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [index, bytes] of files.entries())
    form.append(PHOTO_FILES, new File([Uint8Array.from(bytes)], `${index}.jpg`, { type: 'image/jpeg' }));
  const encoded = new Response(form);
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return visitor.request(path, { method: 'POST', headers: { ...type, ...headers }, body: await encoded.arrayBuffer() });
}

/** Adds sent photos to a booking. */
export function adds(visitor: Visitor, eventId: string, ...sent: SentPhoto[]) {
  const tickets = sent.map(({ ticket }) => ticket);
  return call<{ readonly photos: readonly BookingPhoto[] }>(visitor, 'addPhotos', { eventId, tickets });
}

/** Keys in a storage. */
export async function keysIn(storage: ObjectStorage): Promise<string[]> {
  const pages = await Array.fromAsync(storage.list(''));
  return pages.flat().map(({ key }) => key);
}

/** Photos that are quick to prepare. */
export async function pictures(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, () => picture({ width: 30, height: 20 })));
}

/** The photos on a customer's page of the visit. */
export async function photosOf(customer: Customer): Promise<readonly BookingPhoto[]> {
  return (await customer.sees()).visit?.photos ?? [];
}
