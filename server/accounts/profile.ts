import { signInsOf, userById } from '#db/queries/accounts/accounts.ts';
import type { Cause } from '#db/change.ts';
import { type BookingRow, photosOf } from '#db/projections/booking-row.ts';
import { type Customer, newestBooking } from '#db/queries/accounts/customer-bookings.ts';
import type { UserRow } from '#db/projections/users.ts';
import { changeProfile as decideProfile } from '#events/account/account-changes.ts';
import { type ProfileDetails, accountStream } from '#events/account/account.ts';
import type { Profile, Session, SessionUser } from '#shared/account/account.ts';
import { PERSONAL_FIELDS, pickFields } from '#shared/booking/booking-fields.ts';
import { photoPath } from '#shared/booking/photos.ts';
import type { OwnDetails } from '#shared/booking/booking-form.ts';
import type { City } from '#shared/business/cities.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { customerById } from '../bookings/access/of-account.ts';
import { bookingPages } from '../bookings/access/booking-pages.ts';
import type { AccountDependencies } from './context.ts';
import { pendingChange } from './addresses/email-links.ts';
import type { SignedIn } from './signing-in/sign-in-session.ts';
import { visitsAhead } from './visits/visits-ahead.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

export const SIGNED_OUT: Session = { authenticated: false, user: null };

/** Listed fields, because they are embedded in pages. */
function userOf({ name, email, verified, created_at: createdAt }: UserRow, signedIn: SignedIn): SessionUser | null {
  if (name === null || email === null) return null;
  const { role, formToken } = signedIn;
  return { formToken, name, email, role, emailVerified: verified === 1, createdAt };
}

export async function sessionOf(
  reader: Pick<AccountDependencies, 'store'>,
  signedIn: SignedIn | null,
): Promise<Session> {
  const row = signedIn && (await userById(reader.store.db, signedIn.account));
  const user = row && userOf(row, signedIn);
  return user ? { authenticated: true, user } : SIGNED_OUT;
}

type Contact = Pick<Profile, 'phone' | 'address' | 'area'>;

/** Fills empty fields from the newest booking made since: the account's, or a guest's with its confirmed address. */
export async function contactOf(
  { store }: Pick<AccountDependencies, 'store'>,
  row: UserRow,
  keysOf: () => Promise<Customer> | Customer = () => customerById({ store }, row.id),
): Promise<Contact> {
  const { phone, address, area } = row;
  const hasPlace = Boolean(address || area);
  const newest = phone && hasPlace ? null : await newestBooking(store.db, await keysOf(), row.profile_at ?? 0);
  const place = hasPlace ? row : newest;
  // A city is accepted only from the list.
  return {
    phone: phone || (newest?.phone ?? ''),
    address: place?.address ?? '',
    area: (place?.area ?? '') as City | '',
  };
}

async function rowOf({ store }: Pick<AccountDependencies, 'store'>, account: string): Promise<UserRow> {
  const row = await userById(store.db, account);
  if (!row) throw new Rejected('not-found');
  return row;
}

export async function profile(reader: Reader, { account, role, signIn }: SignedIn): Promise<Profile> {
  const { store, clock } = reader;
  const row = await rowOf(reader, account);
  const sessions = await signInsOf(store.db, account, clock.now());
  return {
    name: row.name ?? '',
    email: row.email ?? '',
    emailVerified: row.verified === 1,
    ...(await contactOf(reader, row)),
    role,
    createdAt: row.created_at,
    lastSignInAt: signIn.previous_at,
    emailChange: await pendingChange(reader, row),
    sessions: sessions.map((each) => ({
      id: each.id,
      isCurrent: each.id === signIn.id,
      device: each.device,
      signedInAt: each.signed_in_at,
      lastSeenAt: each.seen_at,
    })),
    visitsAhead: await visitsAhead(reader, account),
  };
}

export async function ownDetails(
  { store }: Pick<AccountDependencies, 'store'>,
  signedIn: SignedIn | null,
): Promise<OwnDetails | null> {
  const row = signedIn && (await userById(store.db, signedIn.account));
  const user = row && userOf(row, signedIn);
  if (!user) return null;
  const { name, email } = user;
  return { name, email, ...(await contactOf({ store }, row)) };
}

export async function changeProfile(
  dependencies: Pick<AccountDependencies, 'store'>,
  account: string,
  details: ProfileDetails,
  cause: Cause,
): Promise<void> {
  const row = await rowOf(dependencies, account);
  // Compared with what the profile showed: emptying a field that a booking had filled is a change.
  const { phone, address, area } = await contactOf(dependencies, row);
  const isSame = details.name === row.name && details.phone === phone && details.address === address;
  if (isSame && details.area === area) return;
  await dependencies.store.change({
    streams: { account: accountStream(account) },
    decide: (states) => decideProfile(states, details),
    cause,
  });
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function exportedBooking(row: BookingRow): object {
  return {
    id: row.id,
    status: row.status,
    service: row.service,
    date: row.date,
    claim: row.claim,
    area: row.area,
    tasks: JSON.parse(row.tasks) as string[],
    priceCents: row.price,
    paidCents: row.captured,
    refundedCents: row.refunded,
    bookedAt: iso(row.held_at),
    ...pickFields(PERSONAL_FIELDS, row),
    photos: photosOf(row).map(({ id }) => photoPath(row.id, id, 'full')),
  };
}

/** Reads bookings a page at a time. Instants in ISO form, amounts in cents. */
export async function exportData(reader: Reader, signedIn: SignedIn) {
  const { sessions, createdAt, lastSignInAt, visitsAhead: _, ...about } = await profile(reader, signedIn);
  const customer = await customerById(reader, signedIn.account);
  return {
    about: {
      exportedAt: iso(reader.clock.now()),
      account: { ...about, createdAt: iso(createdAt), lastSignInAt: iso(lastSignInAt) },
      signIns: sessions.map(({ device, signedInAt, lastSeenAt }) => ({
        device,
        signedInAt: iso(signedInAt),
        lastSeenAt: iso(lastSeenAt),
      })),
    },
    bookings: exportedBookings(reader, customer),
  };
}

async function* exportedBookings(reader: Reader, customer: Customer): AsyncGenerator<object[], void, void> {
  for await (const page of bookingPages(reader, customer)) yield page.map(exportedBooking);
}
