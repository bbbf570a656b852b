/** People who reach the attacked site. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { USERS_DEFAULTS } from '#client/owner/list-search.ts';
import type { Session, UsersPage } from '#shared/account/account.ts';
import { FORM_TOKEN_HEADER, formTokenField } from '#shared/account/form-token.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { Customer } from '../account-page.ts';
import type { ReachedSite, SiteRequest } from '../proxies.ts';
import { holdRequest } from '../shop.ts';
import type { AttackedSite } from './attacked-site.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Awaited<ReturnType<ReachedSite['ask']>>['headers'];
  readonly text: string;
}

/** A person with cookies, in a network of its own. */
export class Visitor {
  readonly who: Customer;
  readonly from: string;
  readonly cookies = new Map<string, string>();
  readonly #site: AttackedSite;
  #token: { readonly session: string; readonly value: string } | null = null;

  constructor(site: AttackedSite, who: Customer, from: string) {
    this.#site = site;
    this.who = who;
    this.from = from;
  }

  /** The cookies as a header. */
  get cookie(): string {
    return Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The name that a cookie has on this site: with a prefix over HTTPS. */
  named(name: string): string {
    return this.#site.isBehindProxy ? `__Host-${name}` : name;
  }

  /** Another browser in the same network, with the same cookies. */
  copy(): Visitor {
    const other = new Visitor(this.#site, this.who, this.from);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async get(path: string, options: SiteRequest = {}): Promise<Answer> {
    const headers = {
      'user-agent': 'Mozilla/5.0',
      ...(this.cookies.size > 0 && { cookie: this.cookie }),
      ...options.headers,
    };
    const answer = await this.#site.ask(path, { from: this.from, ...options, headers });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  post(path: string, type: string, body: Buffer | string, options: SiteRequest = {}): Promise<Answer> {
    const headers = { 'content-type': type, ...options.headers };
    return this.get(path, { ...options, method: 'POST', headers, body });
  }

  /** The token of the pages of the signed-in account; empty for none. */
  async formToken(): Promise<string> {
    const session = this.cookies.get(this.named('session'));
    if (session === undefined) return '';
    if (this.#token?.session !== session)
      this.#token = { session, value: (await this.session()).user?.formToken ?? '' };
    return this.#token.value;
  }

  /** What the script of the account's pages sends with calls. */
  async tokenHeader(): Promise<Record<string, string>> {
    const token = await this.formToken();
    return token === '' ? {} : { [FORM_TOKEN_HEADER]: token };
  }

  /** A command as a page with script sends it. */
  async call(name: string, input: object, options: SiteRequest = {}): Promise<Answer> {
    const headers = { ...(await this.tokenHeader()), ...options.headers };
    return this.post(rpcPath(name), 'application/json', JSON.stringify(input), { ...options, headers });
  }

  /** A command that succeeds. */
  async done(name: string, input: object): Promise<unknown> {
    const { status, text: said } = await this.call(name, input);
    assert.equal(status, 200, `${name}: ${said}`);
    return JSON.parse(said);
  }

  /** A command as a form without script sends it. */
  async form(name: string, typed: Readonly<Record<string, string>>, options: SiteRequest = {}): Promise<Answer> {
    const token = await this.formToken();
    const fields = { ...(token !== '' && { [formTokenField(token)]: '' }), ...typed };
    const body = new URLSearchParams(fields).toString();
    return this.post(rpcPath(name), 'application/x-www-form-urlencoded', body, options);
  }

  async query(name: string, input?: object): Promise<Answer> {
    const payload = input === undefined ? '' : `?payload=${encodeURIComponent(JSON.stringify(input))}`;
    return this.get(rpcPath(name) + payload, { headers: await this.tokenHeader() });
  }

  signIn(change: object = {}): Promise<Answer> {
    const { email, password } = this.who;
    return this.call('signIn', { email, password, ...change });
  }

  async session(): Promise<Session> {
    return JSON.parse((await this.get(rpcPath('session'))).text) as Session;
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.session()).authenticated;
  }

  /** The accounts that an admin finds. */
  async users(search: string): Promise<readonly { readonly id: string }[]> {
    const { text: said } = await this.query('users', { ...USERS_DEFAULTS, search });
    return (JSON.parse(said) as UsersPage).users;
  }

  /** The id of this person's account. */
  async account(): Promise<string> {
    return (await this.#site.owner.users(this.who.email))[0]?.id ?? '';
  }

  /** Holds a time. */
  hold(change: object = {}, slot = this.#site.slot()): Promise<Answer> {
    const { name, email } = this.who;
    return this.call('hold', { ...holdRequest(slot), name, email, ...change });
  }

  /** Books and pays a visit. Returns the booking's id. */
  async book(change: object = {}): Promise<string> {
    const held = await this.hold(change);
    assert.equal(held.status, 200, held.text);
    return this.pay(held);
  }

  /** Pays for what was held. Returns the booking's id. */
  async pay(held: Answer): Promise<string> {
    const { redirect } = JSON.parse(held.text) as { redirect: string };
    const checkout = redirect.split('/').at(-1);
    const paid = await this.post(`/dev/pay/${checkout}`, 'application/x-www-form-urlencoded', 'way=pay');
    assert.equal(paid.status, 303);
    const { headers } = await this.get(`/book/return?checkout=${checkout}`);
    const id = new URL(headers.location ?? '', this.#site.publicUrl).searchParams.get('eventId');
    assert.ok(id, `not confirmed: ${headers.location}`);
    return id;
  }

  /** A form with files. */
  async upload(path: string, files: readonly Buffer[], options: SiteRequest = {}): Promise<Answer> {
    const form = new FormData();
    for (const bytes of files)
      form.append('files', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    return this.post(path, type, Buffer.from(await encoded.arrayBuffer()), options);
  }
}

/** A new idempotency key. */
export const newKey = (): string => randomUUID();
