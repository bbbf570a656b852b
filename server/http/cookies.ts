import { parse, serialize } from 'hono/utils/cookie';
import type { Sealer } from './sealing.ts';

export interface CookieLife {
  readonly maxAgeSeconds: number;
}

/** The cookies of one request and the changes its answer makes to them: all signed, HttpOnly, for the whole site. */
export class Cookies {
  readonly #sent: Readonly<Record<string, string>>;
  readonly #changes = new Map<string, string>();
  readonly #sealer: Sealer;
  readonly #secure: boolean;

  constructor(header: string | null | undefined, sealer: Sealer, secure: boolean) {
    this.#sent = header ? parse(header) : {};
    this.#sealer = sealer;
    this.#secure = secure;
  }

  /** The value as we set it; null when there is none or somebody altered it. */
  get(name: string): string | null {
    const sent = this.#sent[this.#name(name)];
    return sent === undefined ? null : this.#sealer.verify(`cookie:${name}`, sent);
  }

  set(name: string, value: string, { maxAgeSeconds }: CookieLife): void {
    this.#write(name, this.#sealer.sign(`cookie:${name}`, value), maxAgeSeconds);
  }

  delete(name: string): void {
    if (this.#sent[this.#name(name)] !== undefined) this.#write(name, '', 0);
    else this.#changes.delete(name);
  }

  /** One `Set-Cookie` header each. */
  get changes(): readonly string[] {
    return [...this.#changes.values()];
  }

  #write(name: string, value: string, maxAge: number): void {
    const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: this.#secure, maxAge } as const;
    this.#changes.set(name, serialize(this.#name(name), value, attributes));
  }

  /** Over https the browser itself refuses these names from any other host or path. */
  #name(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}
