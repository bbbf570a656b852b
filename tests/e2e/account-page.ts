/** Page object of the account pages: uses visible text and labels. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { FORM_TOKEN_HEADER } from '#shared/account/form-token.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { EngineLocator, EnginePage, Finder, Found } from './engine-page.ts';
import { type Launch, SIZES, type Visitor, hydrated } from './browser.ts';
import { type SentMail, type Shop, openShop } from './shop.ts';

export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A customer with an address that no other test uses. */
export function customer(name: string): Customer {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  return { name, email, password: `the password of ${name}` };
}

/** The path and search of the only link in a mail to this page. */
export function linkIn(mail: SentMail, path: string): string {
  const [link] = mail.text.match(/https?:\/\/\S+/g)?.filter((url) => new URL(url).pathname === path) ?? [];
  assert.ok(link, `the mail "${mail.subject}" has no link to ${path}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function registerAndConfirm(
  who: Customer,
  shop: Shop,
  call: (name: string, input: object) => Promise<void>,
): Promise<void> {
  await call('register', who);
  const link = linkIn(await shop.mail(who.email, /^Confirm your email/), '/verify-email');
  const token = new URL(link, shop.origin).searchParams.get('token');
  await call('confirmEmail', { token, password: who.password });
}

/** Sends a command without cookies. */
async function callFromElsewhere(shop: Shop, name: string, input: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await shop.fetch(rpcPath(name), { method: 'POST', headers, body: JSON.stringify(input) });
  assert.equal(answer.status, 200, await answer.text());
}

/** Registers an account and confirms its address, without a browser. */
export function createAccount(who: Customer, shop: Shop): Promise<void> {
  return registerAndConfirm(who, shop, (name, input) => callFromElsewhere(shop, name, input));
}

/** Signs in without a browser. Resolves with the headers of requests that are signed in. */
export async function signedIn({ email, password }: Customer, shop: Shop): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const answer = await shop.fetch(rpcPath('signIn'), { method: 'POST', headers, body });
  assert.equal(answer.status, 200);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''));
  return { cookie: cookies.join('; ') };
}

export class AccountPage<L extends Found<L> & EngineLocator = Locator, P extends EnginePage = Page> {
  readonly page: Finder<L> & P;
  readonly #scripts: boolean;

  constructor({ page, scripts }: { readonly page: Finder<L> & P; readonly scripts: boolean }) {
    this.page = page;
    this.#scripts = scripts;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  /** Waits until the page has loaded, and is hydrated if scripts run. */
  async ready(): Promise<void> {
    // A skeleton's heading may still be there, hidden beside the page's own.
    await this.page.locator('h1').filter({ visible: true }).first().waitFor();
    if (this.#scripts) await hydrated(this.page);
  }

  /** Waits until the browser is at this path, with any search, and the page has shown this text. It may be a toast, which is gone after 3 s. */
  async arrives(path: string, says: string | null = null): Promise<void> {
    const said = says === null ? null : this.page.getByText(says).waitFor();
    await Promise.all([said, this.page.waitForURL((url) => url.pathname === path)]);
    await this.ready();
  }

  heading(name: string | RegExp): L {
    return this.page.getByRole('heading', { name });
  }

  button(name: string | RegExp): L {
    return this.page.getByRole('button', { name });
  }

  /** A part of the profile, by its heading. */
  part(name: string): L {
    return this.page.getByRole('region', { name });
  }

  async register({ name, email, password }: Customer): Promise<void> {
    await this.open('/register');
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.button(/^Create /).click();
  }

  /** Fills in the form that is on show. */
  async signIn({ email, password }: Customer): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.button('Sign in').click();
  }

  /** Registers, confirms and signs in without the forms, which have tests of their own, and opens this path. */
  async registerByCalls(this: AccountPage, who: Customer, shop: Shop, path = '/app'): Promise<void> {
    await registerAndConfirm(who, shop, (name, input) => this.#call(name, input, shop));
    await this.open(path);
  }

  /** Signs in without the form, which has tests of its own, and opens this path. */
  async signInByCall(this: AccountPage, { email, password }: Customer, shop: Shop, path = '/app'): Promise<void> {
    await this.#call('signIn', { email, password }, shop);
    await this.open(path);
    await this.arrives(new URL(path, shop.origin).pathname);
  }

  /** Sends a command with the cookies of this browser, which stores those of the response. */
  async #call(this: AccountPage, name: string, data: object, { origin }: Shop): Promise<void> {
    const answer = await this.page.request.post(rpcPath(name), { data, headers: { origin } });
    assert.equal(answer.status(), 200, await answer.text());
  }

  /** The headers that this page's script sends with its calls. */
  async callHeaders(): Promise<Record<string, string>> {
    const name = this.page.locator('[data-user]').first();
    const [token, address] = await name.evaluate(({ dataset, baseURI }) => [dataset['user'] ?? '', baseURI] as const);
    return { origin: new URL(address).origin, [FORM_TOKEN_HEADER]: token };
  }

  async signOut(): Promise<void> {
    const button = this.button(/^Sign out$/).first();
    await button.click();
    await this.arrives('/', 'You are signed out.');
    // The address and the toast change before the page does.
    await button.waitFor({ state: 'detached' });
  }
}

export const OWNER_ACCOUNT = customer('Olive Owner');

/** A shop whose owner has registered, so that later accounts are customers. */
export function openShopWithOwner(options: Launch = {}, environment?: Readonly<Record<string, string>>): Shop {
  const shop = openShop(options, environment);
  beforeAll(() => callFromElsewhere(shop, 'register', OWNER_ACCOUNT));
  return shop;
}

/**
 * Opens pages of the owner in one browser for each size, which the tests of the file share. Each finds it signed in, without what the one before
 * has intercepted, emulated or left in cookies and the session's storage.
 */
export function openOwnerBrowser(
  shop: Shop,
): (path: string, size?: keyof typeof SIZES) => Promise<Visitor & { readonly account: AccountPage }> {
  const visitors = new Map<keyof typeof SIZES, Visitor>();
  let cookies: Parameters<Visitor['context']['addCookies']>[0] = [];
  return async (path, size = 'desktop') => {
    const visitor = visitors.get(size) ?? (await shop.visit({ size }, { staysOpen: true }));
    visitors.set(size, visitor);
    shop.closeAfterTest(visitor, { staysOpen: true });
    const { page, context } = visitor;
    const account = new AccountPage(visitor);
    await page.setViewportSize(SIZES[size]);
    if (cookies.length === 0) {
      await account.signInByCall(OWNER_ACCOUNT, shop, path);
      cookies = await context.cookies();
    } else {
      await page.unrouteAll();
      await page.emulateMedia({ media: null, colorScheme: null });
      await context.setOffline(false);
      await context.clearCookies();
      await context.addCookies(cookies);
      // A toast would last into the next page.
      await page.goto('/robots.txt');
      await page.evaluate(() => sessionStorage.clear());
      await account.open(path);
    }
    return { ...visitor, account };
  };
}
