import { type Context, Hono } from 'hono';
import { photosOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import {
  MOST_FORM_BYTES,
  MOST_PHOTOS,
  MOST_PHOTO_BYTES,
  PHOTO_FILES,
  type BookingPhoto,
  type PhotoSize,
} from '#shared/booking/photos.ts';
import { bookingPath } from '#shared/booking/managed-booking.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { LIMITS } from '#shared/limits.ts';
import { matchesETag, seeOther, textResponse } from '../../web/http/responses.ts';
import { BadMultipart, readMultipart } from '../../web/http/multipart.ts';
import type { AnswerWithPage } from '../../web/rpc/answer-form.ts';
import { isFromOtherAccount, takeFormToken } from '../../web/rpc/form-token.ts';
import { failureResponse } from '../../web/rpc/mount.ts';
import { failureFor } from '../../web/rpc/pipeline.ts';
import type { RequestVariables } from '../../web/middleware/request-log.ts';
import { TOO_MUCH } from '../../web/middleware/request-size.ts';
import { byNetwork, limitTo } from '../../web/rpc/limit-to.ts';
import { accessTo } from '../access/visitor-access.ts';
import { bookingForm } from '../calls/booking-form.ts';
import { addPhotosTo } from '../calls/photos.ts';
import { eventId as eventIdShape } from '../calls/visit.ts';
import type { BookingContext } from '../context.ts';

type Env = { Variables: RequestVariables };

interface Posted {
  readonly form: URLSearchParams;
  readonly photos: readonly BookingPhoto[];
  readonly refusal: Rejected | null;
}

interface Answered {
  readonly to: string;
  readonly refusal: Rejected | null;
  readonly values?: Flash['values'];
}

/** Photos of a booking for its customer and admins, of a ticket for its browser, and forms with files. */
export function photoRoutes<AContext extends BookingContext>(
  contextOf: (c: Context<Env>) => AContext,
  answerWithPage: AnswerWithPage<AContext>,
): Hono<Env> {
  const app = new Hono<Env>();

  async function answer(c: Context<Env>, context: AContext, { to, refusal, values = {} }: Answered): Promise<Response> {
    const retryAfter = refusal?.details.retryAfter;
    const why = { refusal: refusal?.refusal ?? null, ...(retryAfter !== undefined && { retryAfter }) };
    const flash = { page: new URL(to, 'http://page').pathname, ...why, fields: {}, nearest: [], values };
    const status = refusal === null ? 200 : 422;
    const response = await answerWithPage(c, context, { to, flash, status });
    for (const cookie of context.cookies.changes) response.headers.append('set-cookie', cookie);
    return response;
  }

  async function readForm(
    c: Context<Env>,
    context: AContext,
    { room, start }: { readonly room: number; readonly start: string },
  ): Promise<Posted | Response> {
    const sent = await posted(c, context, room);
    if (sent instanceof Response) return sent;
    if (!(await isFromOtherAccount(context.signIn, takeFormToken(sent.form), 'guest'))) return sent;
    return answer(c, context, { to: start, refusal: new Rejected('other-account') });
  }

  app.get('/booking/:eventId/photos/:photo/:size{full|small}', async (c) => {
    const context = contextOf(c);
    const { eventId, photo, size } = c.req.param();
    const isOpen = await maySee(context, eventId);
    const row = isOpen ? await bookingById(context.store.db, eventId) : undefined;
    const found = row && photosOf(row).find(({ id }) => id === photo);
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    return found ? picture(c, context, found.id, size as PhotoSize) : missing(c);
  });

  app.get('/book/photos/:size{full|small}', (c) => {
    const context = contextOf(c);
    const { size } = c.req.param();
    const ticket = c.req.query('ticket') ?? '';
    const photo = ticket.length > LIMITS.photoTicket ? null : context.photos.openTicket(ticket);
    return photo ? picture(c, context, photo.id, size as PhotoSize) : missing(c);
  });

  app.post('/book/photos', async (c) => {
    const context = contextOf(c);
    if (c.req.header('accept') === 'application/json') return sentByScript(c, context);
    const sent = await readForm(c, context, { room: MOST_PHOTOS, start: '/book' });
    if (sent instanceof Response) return sent;
    const { form, photos, refusal } = sent;
    const removed = form.get('removePhoto');
    const before = [...new Set(form.getAll('photos'))].filter(
      (ticket) => ticket !== removed && context.photos.openTicket(ticket),
    );
    const tickets = [...before, ...photos.map((photo) => context.photos.withTicket(photo).ticket)];
    form.delete('photos');
    form.delete('removePhoto');
    for (const ticket of tickets.slice(0, MOST_PHOTOS)) form.append('photos', ticket);
    const tooMany = tickets.length > MOST_PHOTOS ? new Rejected('too-many-photos') : null;
    return answer(c, context, { to: bookingForm.page(form), refusal: refusal ?? tooMany, values: valuesOf(form) });
  });

  app.post('/booking/:eventId/photos', async (c) => {
    const context = contextOf(c);
    const { eventId } = c.req.param();
    const isId = eventIdShape.safeParse(eventId).success;
    if (!isId || (await accessTo(context, eventId)) !== 'granted') return missing(c);
    const to = bookingPath(eventId);
    const sent = await readForm(c, context, { room: await roomIn(context, eventId), start: to });
    if (sent instanceof Response) return sent;
    const { photos, refusal } = sent;
    const failed = photos.length === 0 ? null : await refusalOf(addPhotosTo(context, eventId, photos));
    const refused = failed ?? refusal;
    if (refused !== null) return answer(c, context, { to, refusal: refused });
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    c.header('cache-control', 'no-store');
    return seeOther(c, `${to}#field-photos`);
  });

  return app;
}

async function maySee(context: BookingContext, eventId: string): Promise<boolean> {
  if (!eventIdShape.safeParse(eventId).success) return false;
  if ((await context.signIn.current())?.role === 'admin') return true;
  return (await accessTo(context, eventId)) === 'granted';
}

function missing(c: Context): Response | Promise<Response> {
  return textResponse(c, 'There’s no such photo.', 404, { 'cache-control': 'no-store' });
}

/** Opened as a document, a photo has its own origin. Its viewer needs inline styles. */
const PHOTO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** Browsers revalidate, so that only those who may see the booking see a photo. */
async function picture(c: Context, { photos }: BookingContext, id: string, size: PhotoSize): Promise<Response> {
  const headers = {
    'cache-control': 'private, no-cache, no-transform',
    'content-disposition': 'inline; filename="photo.jpg"',
    'content-security-policy': PHOTO_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    etag: `"${id}"`,
  };
  if (matchesETag(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers);
  try {
    const bytes = await photos.read(id, size);
    if (bytes === null) return missing(c);
    return c.body(bytes, 200, { ...headers, 'content-type': 'image/jpeg', 'content-length': String(bytes.length) });
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const words = 'We can’t get at the photos right now. Try again in a few minutes.';
    return textResponse(c, words, 503, { 'cache-control': 'no-store', 'retry-after': '30' });
  }
}

function unreadable(c: Context, { isTooMuch }: BadMultipart): Response | Promise<Response> {
  const words = isTooMuch ? TOO_MUCH : 'We couldn’t read what was sent. Go back and try again.';
  // The rest of the form is not read.
  return textResponse(c, words, isTooMuch ? 413 : 400, { 'cache-control': 'no-store', connection: 'close' });
}

async function roomIn({ store }: BookingContext, eventId: string): Promise<number> {
  return MOST_PHOTOS - ((await store.stateOf(bookingStream(eventId)))?.photos.length ?? 0);
}

/** As many as there is room for; each counts towards the limit. */
async function posted(c: Context, context: BookingContext, room: number): Promise<Posted | Response> {
  const { photos: store, request } = context;
  const photos: BookingPhoto[] = [];
  let refusal: Rejected | null = null;
  const { network } = request;
  const keep = async (bytes: Uint8Array | null) => {
    if (bytes === null) throw new Rejected('photo-too-large');
    limitTo(context, byNetwork('photo')(context));
    photos.push(await store.store(bytes, network));
  };
  const take = async (bytes: Uint8Array | null) => {
    // The others would wait as long.
    if (refusal?.refusal !== 'photos-down') refusal = (await refusalOf(keep(bytes))) ?? refusal;
  };
  const limits = { mostFiles: room, mostBytes: MOST_PHOTO_BYTES, mostBytesInAll: MOST_FORM_BYTES };
  try {
    const rules = { name: PHOTO_FILES, ...limits, take };
    const { form, hasMoreFiles } = await readMultipart(c.req.raw, rules);
    return { form, photos, refusal: refusal ?? (hasMoreFiles ? new Rejected('too-many-photos') : null) };
  } catch (error) {
    if (error instanceof BadMultipart) return unreadable(c, error);
    throw error;
  }
}

/** One photo, so that its failure is shown beside it, as JSON. */
async function sentByScript(c: Context<Env>, context: BookingContext): Promise<Response> {
  try {
    const sent = await posted(c, context, 1);
    if (sent instanceof Response) return sent;
    const [photo] = sent.photos;
    if (!photo) throw sent.refusal ?? new Rejected('not-a-photo');
    return c.json(context.photos.withTicket(photo), 200, { 'cache-control': 'no-store' });
  } catch (error) {
    const response = await failureResponse(c, failureFor(c, error, context));
    response.headers.set('cache-control', 'no-store');
    return response;
  }
}

async function refusalOf(work: Promise<unknown>): Promise<Rejected | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
}

function valuesOf(form: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries(Array.from(new Set(form.keys()), (name) => [name, form.getAll(name)]));
}
