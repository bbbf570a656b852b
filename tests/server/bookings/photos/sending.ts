import type { BookingPhoto, SentPhoto } from '#shared/booking/photos.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { storageUploads } from '#server/dev/routes.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
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

interface Started {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly upload: string;
}

export async function starts(visitor: Visitor): Promise<Started> {
  return (await call<Started>(visitor, 'startPhoto', { type: 'image/jpeg' })).body;
}

/** Posts the bytes to the storage with the form of an upload, as a browser does. */
export async function fills(
  storage: ObjectStorage,
  { url, fields }: Started,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (!(storage instanceof FolderStorage)) throw new Error('only the folder takes uploads here');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
  const { status } = await storageUploads({ storage }).request(url, { method: 'POST', body: form });
  if (status !== 204) throw new Error(`the storage answered ${status}`);
}

/** Starts an upload and sends the bytes. Resolves with the sealed name of the photo. */
export async function uploads(
  visitor: Visitor,
  storage: ObjectStorage,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const started = await starts(visitor);
  await fills(storage, started, bytes);
  return started.upload;
}

/** Sends a photo of the form. */
export async function sends(visitor: Visitor, storage: ObjectStorage, bytes?: Buffer): Promise<SentPhoto> {
  const upload = await uploads(visitor, storage, Uint8Array.from(bytes ?? (await picture())));
  const { status, body } = await call<SentPhoto>(visitor, 'finishPhoto', { upload });
  if (status !== 200) throw new Error(`not prepared: ${body.refusal}`);
  return body;
}

/** A form with files, as a browser without script posts it. */
export async function posts(
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  files: readonly Buffer[],
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [index, bytes] of files.entries())
    form.append('files', new File([Uint8Array.from(bytes)], `${index}.jpg`, { type: 'image/jpeg' }));
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return visitor.request(path, { method: 'POST', headers, body: await encoded.arrayBuffer() });
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
