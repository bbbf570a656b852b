import type { ManageLink } from '#db/queries/bookings/manage-links.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { userById } from '#db/queries/accounts/users.ts';
import {
  type Access,
  type BookingAndAccount,
  type Caller,
  bookingAccess,
  linkAccess,
} from '#events/booking/booking-access.ts';
import { authorizeCorrection } from '#events/booking/correcting.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingDependencies } from '../dependencies.ts';

type Reader = Pick<BookingDependencies, 'store'>;

interface Carried {
  readonly links: readonly (ManageLink & { readonly isMailed: boolean })[];
  readonly account: string | null;
  readonly hold: string | null;
}

async function isOfAddress({ store }: Reader, booking: string, account: string): Promise<boolean> {
  if ((await store.stateOf(bookingStream(booking)))?.account !== null) return false;
  const user = await userById(store.db, account);
  if (user?.verified !== 1 || user.email_key === null) return false;
  return (await bookingById(store.db, booking))?.email_key === user.email_key;
}

export async function callerOf(reader: Reader, booking: string, { links, account, hold }: Carried): Promise<Caller> {
  const isOwnAddress = account !== null && (await isOfAddress(reader, booking, account));
  const its = links.filter((link) => link.booking === booking);
  const generations = (isMailed: boolean) =>
    its.filter((link) => link.isMailed === isMailed).map(({ generation }) => generation);
  return {
    links: generations(true),
    unmailedLinks: generations(false),
    account,
    isOwnAddress,
    isHolder: hold === booking,
  };
}

async function statesFor({ store }: Reader, booking: string, { account }: Caller): Promise<BookingAndAccount> {
  return {
    booking: await store.stateOf(bookingStream(booking)),
    account: account === null ? null : await store.stateOf(accountStream(account)),
  };
}

export async function accessOf(reader: Reader, booking: string, caller: Caller): Promise<Access> {
  return bookingAccess(await statesFor(reader, booking, caller), caller);
}

export async function mayCorrect(reader: Reader, booking: string, caller: Caller): Promise<boolean> {
  return authorizeCorrection(await statesFor(reader, booking, caller), caller) === null;
}

export async function accessByLink({ store }: Reader, { booking, generation }: ManageLink): Promise<Access> {
  return linkAccess(await store.stateOf(bookingStream(booking)), [generation]);
}
