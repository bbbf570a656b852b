/** The owner of the business, and a partner who is an admin, too. */
import { accountWithAddress } from '#db/queries/accounts/passwords.ts';
import { dayStream } from '#events/day.ts';
import { addDays } from '#shared/civil-date.ts';
import { comparable } from '#shared/normalize-text.ts';
import { changeRole } from '../accounts/administer.ts';
import { confirm } from '../accounts/addresses/email-links.ts';
import { newLinkToken } from '../accounts/addresses/link-token.ts';
import { register, registerHashed } from '../accounts/register.ts';
import { bookingTime } from '../bookings/dependencies.ts';
import { closeDates, datesOf, openDates } from '../owner/close-dates.ts';
import { DAY, MINUTE, type Story, newCause } from './story.ts';

export const OWNER = {
  name: 'Olive Marsh',
  email: 'owner@example.com',
  password: 'a blue ladder by the lemon tree',
} as const;

const PARTNER = { name: 'Sam Whitaker', email: 'sam@example.com' } as const;

/** The owner registers first, by the site's own way with its own cost of hashing, and confirms the address. */
export async function openBusiness(story: Story): Promise<void> {
  const { shop, agenda, made } = story;
  const { setupToken } = shop.config;
  const account = await register(shop, { ...OWNER, ...(setupToken !== null && { setupToken }) }, newCause());
  if (account === null) throw new Error('the first account is not the owner’s');
  story.owner = account;
  made.users += 1;
  agenda.add(shop.clock.now() + 2 * MINUTE, () => confirmAddress(story, account));
}

async function confirmAddress({ shop }: Story, account: string): Promise<void> {
  await confirm(shop, { token: await newLinkToken(shop, account, 'verify') }, account, newCause());
}

/** The partner registers on the second day, and the owner makes an admin of them. */
export function addPartner(story: Story, passwordHash: string): void {
  const { shop, agenda, made } = story;
  agenda.add(story.start + DAY, async () => {
    await registerHashed(shop, { ...PARTNER, passwordHash, mayBeFirst: false }, newCause());
    made.users += 1;
    const account = await accountWithAddress(shop.store.db, comparable(PARTNER.email));
    if (account === null) throw new Error('the partner has no account');
    await confirmAddress(story, account);
    await changeRole(shop, { account, by: story.owner, role: 'admin' }, newCause());
  });
}

/** Days between two evenings on which the owner looks at the calendar. */
const LOOKS_EVERY_DAYS = 7;

/** Has the owner close some days or half days every few weeks, and open one of them again now and then. */
export function planClosures(story: Story): void {
  const { agenda, chance, shop } = story;
  const at = shop.clock.now() + LOOKS_EVERY_DAYS * DAY;
  agenda.add(at, async () => {
    if (chance.happens(0.4)) await closeSome(story);
    planClosures(story);
  });
}

async function closeSome(story: Story): Promise<void> {
  const { agenda, chance, shop, owner: by } = story;
  const { store, config } = shop;
  const first = addDays(bookingTime(shop).today, 1 + chance.below(config.bookingWindowDays));
  const isHoliday = chance.happens(0.2);
  const last = addDays(first, isHoliday ? 2 + chance.below(5) : 0);
  const units = isHoliday ? 'full' : chance.pick(['am', 'pm', 'full'] as const);
  // What waits to be sold again is refunded, because no customer can book it any more.
  const days = await Promise.all(datesOf({ first, last, units }).map((date) => store.stateOf(dayStream(date))));
  const open = days.flatMap(({ forfeitures }) => forfeitures.filter(({ isOver }) => !isOver));
  const refunds = open.map(({ booking }) => booking);
  await closeDates(shop, { first, last, units, by, onlyFree: true, refunds }, newCause());
  if (!chance.happens(0.2)) return;
  const opensAt = shop.clock.now() + chance.between(1, 10) * DAY;
  agenda.add(opensAt, () => openDates(shop, { first: last, last, units, by }, newCause()));
}
