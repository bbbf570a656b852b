import type { Mail, Mailer } from '#server/outside/mail/port.ts';
import { accountMail } from '#server/accounts/jobs/account-mail.ts';
import { accountBookings } from '#server/accounts/jobs/account-bookings.ts';
import { keptVisits } from '#server/bookings/jobs/visits.ts';
import { unconfirmedAccounts } from '#server/accounts/jobs/unconfirmed-accounts.ts';
import { unpaidHolds } from '#server/bookings/jobs/holds.ts';
import { mail, mailForgetting } from '#server/bookings/jobs/mail.ts';
import { parkedLetter } from '#server/bookings/jobs/mail.ts';
import { FORM_TOKEN_HEADER, formTokenField } from '#shared/account/form-token.ts';
import type { Profile, Session, UsersQuery } from '#shared/account/account.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import type { Contract } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { type InputOf, type OutputOf, rpcPath } from '#shared/calls/rpc.ts';
import { toldVisits } from '#shared/booking/shown-outcomes.ts';
import { type Site, openSite } from '../bookings/site.ts';
import { type Visitor, pageAfter } from '../bookings/visitor.ts';
import { NO_MAILER } from '../outside/mail/no-mailer.ts';
import { areDone, jobs, run, until } from '../workers/run.ts';

export const PASSWORD = 'quiet otters paddle home';
export const ADA = { name: 'Ada Reyes', email: 'ada@example.com', password: PASSWORD };
export const BEN = { name: 'Ben Ito', email: 'ben@example.com', password: 'seven lamps in a drawer' };

/** The response of a call. */
export interface Answer {
  readonly status: number;
  readonly redirect?: string;
  readonly notice?: string | null;
  readonly refusal?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A visitor's browser on the site. */
export class Person {
  readonly browser: Visitor;

  constructor(browser: Visitor) {
    this.browser = browser;
  }

  /** Sends a command as a script does, from a page with this token: by default of the account that is signed in. */
  async call<Name extends keyof Contract>(
    name: Name,
    input: InputOf<Contract[Name]>,
    token?: string | null,
  ): Promise<Answer> {
    const response = await this.browser.request(rpcPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await this.#tokenHeader(token)) },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as object) : {};
    return { status: response.status, ...body };
  }

  async #tokenHeader(given?: string | null): Promise<Record<string, string>> {
    const token = given === undefined ? await this.formToken() : given;
    return token === null ? {} : { [FORM_TOKEN_HEADER]: token };
  }

  /**
   * Posts a command as a form of a page with this token: by default of the account that is signed in. Resolves with the address of the page
   * that answers, or of the redirect, and its flash.
   */
  async post(
    name: keyof Contract,
    typed: Record<string, string>,
    given?: string | null,
  ): Promise<{ location: string; flash: Flash | null }> {
    const token = given === undefined ? await this.formToken() : given;
    const fields = { ...(token !== null && { [formTokenField(token)]: '' }), ...typed };
    const response = await this.browser.request(rpcPath(name), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    const location = pageAfter(response);
    if (location === '') throw new Error(`the form was answered with ${response.status}`);
    return { location, flash: await this.browser.flashOn(location) };
  }

  /** Sends a query as a script does. */
  async ask<Name extends keyof Contract>(
    name: Name,
    input?: InputOf<Contract[Name]>,
  ): Promise<{ status: number; body: OutputOf<Contract[Name]> }> {
    const payload = input ? `?payload=${encodeURIComponent(JSON.stringify(input))}` : '';
    const headers = name === 'session' ? {} : await this.#tokenHeader();
    const response = await this.browser.request(rpcPath(name) + payload, { headers });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as OutputOf<Contract[Name]> };
  }

  async session(): Promise<Session> {
    return (await this.ask('session')).body;
  }

  /** The token of the pages of the account that is signed in; null for none. */
  async formToken(): Promise<string | null> {
    return (await this.session()).user?.formToken ?? null;
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.session()).authenticated;
  }

  async profile(): Promise<Profile> {
    return (await this.ask('profile')).body;
  }

  /** Deletes the account as its page does, with the visits ahead that the page lists. */
  async deletes(password: string, visits?: VisitsChoice): Promise<Answer> {
    const told = toldVisits((await this.profile()).visitsAhead);
    return this.call('deleteAccount', { password, told, ...(visits && { visits }) });
  }

  users(query: Partial<UsersQuery> = {}) {
    return this.ask('users', { ...ALL_USERS, ...query });
  }
}

export const ALL_USERS: UsersQuery = {
  page: 1,
  pageSize: 10,
  sortBy: 'role',
  sortOrder: 'asc',
  secondarySortBy: 'name',
  secondarySortOrder: 'asc',
  search: '',
  role: 'all',
};

/** The token of a link. */
export function tokenIn(text: string): string {
  return /[?&]token=([\w-]{43})\b/.exec(text)?.[1] ?? '';
}

export type Town = ReturnType<typeof openTown>;

/** Requests a change of address. Returns functions that confirm it: in this browser, and in any. */
export async function asksForAddress(
  town: Town,
  person: Person,
  { email, password }: Omit<typeof ADA, 'name'>,
  next: string,
): Promise<{ readonly byNew: () => Promise<Answer>; readonly byOld: () => Promise<Answer> }> {
  await person.call('changeEmail', { email: next, password });
  const fresh = tokenIn((await town.mailTo(next, 'Confirm your new email')).text);
  const old = tokenIn((await town.mailTo(email, 'Change your email address')).text);
  return {
    byNew: () => person.call('confirmEmail', { token: fresh }),
    byOld: () => town.person().call('confirmEmail', { token: old }),
  };
}

/** Changes a person's address; both mailboxes confirm it. */
export async function changesAddress(
  town: Town,
  person: Person,
  who: Omit<typeof ADA, 'name'>,
  next: string,
): Promise<void> {
  const { byNew, byOld } = await asksForAddress(town, person, who, next);
  await byNew();
  const { notice } = await byOld();
  if (notice !== 'email-changed') throw new Error(`the address was not changed: ${notice}`);
}

/** Ben's booking details. */
export const BENS_VISIT = { name: 'Ben Ito', address: '9 Oak Rd', notes: 'Ring twice' };

/** Books and pays a visit. Resolves with its id. */
export async function books(
  town: Town,
  person: Person,
  email: string,
  when: Partial<Pick<BookingDetails, 'date' | 'claim'>> = {},
): Promise<string> {
  const id = await person.browser.holds({ ...BENS_VISIT, email, ...when });
  await person.browser.pays();
  await person.browser.returns();
  await until(async () => (await town.state(id))?.status === 'confirmed');
  return id;
}

/**
 * The site with its workers for accounts, and its visitors. Sent mail is kept in memory, and passed on to
 * another mailer if there is one.
 */
export function openTown(open: () => Site = openSite, openMailer: (site: Site) => Mailer = () => NO_MAILER) {
  const site = open();
  const mailer = openMailer(site);
  const sent: Mail[] = [];
  const send = async (letter: Mail, signal: AbortSignal) => {
    sent.push(letter);
    if (mailer !== NO_MAILER) await mailer.send(letter, signal);
  };
  const both: Mailer = { name: 'town', send, forget: (streams) => mailer.forget(streams) };
  run(site, jobs(mail, accountMail, parkedLetter), both);
  run(site, jobs(accountBookings, keptVisits, mailForgetting, unpaidHolds, unconfirmedAccounts), both);
  const person = () => new Person(site.visitor());

  /** The next unread mail to an address whose subject contains this. */
  const taken = new Set<Mail>();
  async function mailTo(to: string, subject: string): Promise<Mail> {
    const find = () => sent.find((each) => !taken.has(each) && each.to === to && each.subject.includes(subject));
    await until(() => find() !== undefined);
    const found = find()!;
    taken.add(found);
    return found;
  }

  /** Registers an account and confirms its address; the first one is an admin. Resolves with its signed-in person in this browser. */
  async function resident({ name, email, password }: typeof ADA = ADA, browser = site.visitor()): Promise<Person> {
    const registered = new Person(browser);
    await registered.call('register', { name, email, password });
    const { text } = await mailTo(email, 'Confirm your email address');
    const answer = await registered.call('confirmEmail', { token: tokenIn(text), password });
    if (answer.status !== 200) throw new Error(`not let in: ${JSON.stringify(answer)}`);
    return registered;
  }

  /** Whether the jobs have removed the data of everyone who is to be forgotten by now. */
  function isCleaned(): Promise<boolean> {
    return areDone(site, accountBookings.kind, mailForgetting.kind);
  }

  /** An account's id, as admins see it. */
  async function idOf(email: string): Promise<string> {
    const row = await site.store.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    return row?.id ?? '';
  }

  return { ...site, sent, person, mailTo, resident, isCleaned, idOf };
}
