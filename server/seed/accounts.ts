/** Customers who register: most confirm their address, some change something, a few leave. */
import { accountWithAddress } from '#db/queries/accounts/passwords.ts';
import { accountStream } from '#events/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { setDisabled } from '../accounts/administer.ts';
import { confirm, requestChange, resendVerification } from '../accounts/addresses/email-links.ts';
import { newLinkToken } from '../accounts/addresses/link-token.ts';
import { forgotPassword } from '../accounts/change-password.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { changeProfile } from '../accounts/profile.ts';
import { registerHashed } from '../accounts/register.ts';
import { claimBookings } from '../accounts/visits/claim-bookings.ts';
import { visitsAhead } from '../accounts/visits/visits-ahead.ts';
import { releaseHolds } from '../accounts/jobs/account-bookings.ts';
import type { Customer } from './customers.ts';
import { DAY, HOUR, MINUTE, type Story, awakeBetween, newCause } from './story.ts';

/** The password of every customer's account. */
export const CUSTOMER_PASSWORD = 'copper kettle on a maple ladder';

/**
 * The least that argon2 can cost: a hundred thousand hashes of the site's own cost would take an hour. The site hashes the password
 * anew at its own cost when a customer signs in.
 */
const COST = { memory: 8, passes: 1, parallelism: 1 };

/** One hash for all customers. */
export function customerHash(): Promise<string> {
  return hashPassword(CUSTOMER_PASSWORD, COST);
}

/** A customer registers, and confirms the address or not. */
export async function register(story: Story, passwordHash: string): Promise<void> {
  const { shop, chance, customers, agenda, made } = story;
  const customer = chance.happens(0.1) ? customers.formerGuest() : customers.newcomer();
  customer.isRegistered = true;
  const { name, email } = customer;
  await registerHashed(shop, { name, email, passwordHash, mayBeFirst: false }, newCause());
  made.users += 1;
  const account = await accountWithAddress(shop.store.db, comparable(email));
  if (account === null) throw new Error('a registered address has no account');
  const now = shop.clock.now();
  const confirmsSoon = chance.happens(0.9);
  if (confirmsSoon) agenda.add(now + chance.between(1, 40) * MINUTE, () => confirmAddress(story, customer, account));
  else if (chance.happens(0.6)) confirmLater(story, customer, account);
}

/** The customer asks for the link once more on another day, and uses that one. */
function confirmLater(story: Story, customer: Customer, account: string): void {
  const { shop, agenda } = story;
  const now = shop.clock.now();
  agenda.add(awakeBetween(story, now + DAY, now + 5 * DAY), async () => {
    await resendVerification(shop, { account }, newCause());
    agenda.add(shop.clock.now() + 2 * MINUTE, () => confirmAddress(story, customer, account));
  });
}

async function confirmAddress(story: Story, customer: Customer, account: string): Promise<void> {
  const { shop, customers } = story;
  const token = await newLinkToken(shop, account, 'verify');
  await confirm(shop, { token }, account, newCause());
  await claimBookings(shop, account, newCause());
  customer.account = account;
  customers.addAccount(customer);
  planAccount(story, customer, account);
}

/** What else becomes of a confirmed account. */
function planAccount(story: Story, customer: Customer, account: string): void {
  const { shop, agenda, chance } = story;
  const now = shop.clock.now();
  const after = (probability: number, [from, to]: readonly [number, number], step: () => Promise<unknown>) => {
    if (chance.happens(probability)) agenda.add(awakeBetween(story, now + from, now + to), step);
  };
  const { name, phone, address, area } = customer;
  after(0.15, [2 * MINUTE, DAY], () =>
    whileAround(customer, () => changeProfile(shop, account, { name, phone, address, area }, newCause())),
  );
  after(0.02, [10 * DAY, 200 * DAY], () =>
    whileAround(customer, () => forgotPassword(shop, customer.email, newCause())),
  );
  after(0.003, [20 * DAY, 300 * DAY], () => whileAround(customer, () => changeAddress(story, account)));
  after(0.01, [3 * DAY, 60 * DAY], () => whileAround(customer, () => disable(story, customer, account)));
  after(0.02, [5 * DAY, 300 * DAY], () => whileAround(customer, () => leave(story, customer, account)));
}

async function whileAround(customer: Customer, step: () => Promise<unknown>): Promise<void> {
  if (customer.isAround) await step();
}

/** The customer asks for another address, and confirms it from both mailboxes an hour later. */
async function changeAddress(story: Story, account: string): Promise<void> {
  const { shop, agenda, customers } = story;
  const { email } = customers.newcomer();
  await requestChange(shop, account, { email, password: CUSTOMER_PASSWORD }, newCause());
  agenda.add(shop.clock.now() + HOUR, async () => {
    const subject = (await shop.store.stateOf(accountStream(account)))?.emailChange?.change;
    if (subject === undefined) return;
    for (const purpose of ['change-new', 'change-old'] as const) {
      await confirm(shop, { token: await newLinkToken(shop, account, purpose, subject) }, account, newCause());
    }
    await claimBookings(shop, account, newCause());
  });
}

/** The owner disables an account; one in four is enabled again after some days. */
async function disable(story: Story, customer: Customer, account: string): Promise<void> {
  const { shop, agenda, chance, owner: by } = story;
  await setDisabled(shop, { account, by, isDisabled: true }, newCause());
  customer.isAround = false;
  if (!chance.happens(0.25)) return;
  const now = shop.clock.now();
  agenda.add(awakeBetween(story, now + DAY, now + 9 * DAY), async () => {
    await setDisabled(shop, { account, by, isDisabled: false }, newCause());
    customer.isAround = true;
  });
}

/** The customer deletes the account, and cancels or keeps the visits ahead. */
async function leave({ shop, chance }: Story, customer: Customer, account: string): Promise<void> {
  const ahead = await visitsAhead(shop, account);
  const visits = ahead.length === 0 ? null : chance.pick(['cancel', 'keep'] as const);
  const told = new Map(
    ahead.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [[eventId, outcome] as const])),
  );
  const cause = newCause();
  await deleteAccount(shop, account, { password: CUSTOMER_PASSWORD, visits, told }, cause);
  customer.isAround = false;
  await releaseHolds(shop, account, cause);
}
