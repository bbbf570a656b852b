import type { Cause, Change } from '#db/change.ts';
import { bookingById, bounceOf } from '#db/queries/bookings/bookings.ts';
import type { Store } from '#db/store.ts';
import { accountOf, accountStream, accountType } from '#events/account/account.ts';
import { bookingOf, bookingStream, bookingType } from '#events/booking/booking.ts';
import { type MailReturn, mailStream, returnMail } from '#events/mail.ts';
import { comparable } from '#shared/normalize-text.ts';
import type { ReturnedMail } from '../../outside/mail/mail-notices.ts';
import type { Log } from '../../process/log.ts';

interface Dependencies {
  readonly store: Store;
  readonly log: Log;
}

/** Null if the address gets mail. */
export function mailReturnOf({ store }: Pick<Dependencies, 'store'>, address: string): Promise<MailReturn | null> {
  return bounceOf(store.db, address);
}

function isAbout({ category }: { readonly category: string }, stream: string): boolean {
  return stream.startsWith(`${category}-`);
}

/** Null for another site's mail, and for a forgotten person. */
async function personOf(
  { store }: Pick<Dependencies, 'store'>,
  { about, cause }: Pick<ReturnedMail, 'about' | 'cause'>,
) {
  const booking = isAbout(bookingType, about) ? await store.stateOf(bookingStream(bookingOf(about))) : null;
  const account = isAbout(accountType, about) ? await store.stateOf(accountStream(accountOf(about))) : null;
  const person =
    booking?.isForgotten === false ? booking.person : account?.status === 'deleted' ? null : account?.person;
  const events = booking
    ? await store.eventsOf(bookingStream(bookingOf(about)))
    : await store.eventsOf(accountStream(accountOf(about)));
  return person && events.some(({ id }) => id === cause) ? person : null;
}

/** Asks the owner to call. Null for mail to the owner: only the operator can correct that address. */
export async function returnOf(
  { store, log }: Dependencies,
  { about, cause: event, part, kind, to }: ReturnedMail,
  cause: Cause,
): Promise<Change<{ readonly mail: ReturnType<typeof mailStream> }> | null> {
  const id = isAbout(bookingType, about) ? bookingOf(about) : null;
  if (id !== null && part === 'owner') {
    log.error({ about, kind }, 'owner mail returned');
    return null;
  }
  const person = await personOf({ store }, { about, cause: event });
  if (person === null) {
    log.warn({ about, event, kind }, 'returned mail unknown');
    return null;
  }
  const row = id === null ? undefined : await bookingById(store.db, id);
  const booking = row?.email_key === comparable(to) ? id : null;
  const data = { kind, booking, person, personal: { email: to } } as const;
  return { streams: { mail: mailStream(event) }, decide: (states) => returnMail(states, data), cause };
}
