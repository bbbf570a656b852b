import type { Contract } from '#shared/calls/contract.ts';
import { type InputOf, rpcPath } from '#shared/calls/rpc.ts';

/** A browser: keeps the cookies that the site gives it. */
export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The cookies as a request header. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  /** Requests a page or sends a form, and returns the text once all of it is there. */
  async ask(path: string, init: RequestInit = {}): Promise<string> {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: this.cookie };
    const response = await fetch(this.#origin + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 200)}`);
    return text;
  }

  call<Name extends keyof Contract>(name: Name, input: InputOf<Contract[Name]>): Promise<string> {
    return this.ask(rpcPath(name), { method: 'POST', body: JSON.stringify(input) });
  }
}
