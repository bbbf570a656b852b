import type { Cookie } from '../any-page.ts';

/** The cookies of one browser, for one site. */
export class CookieJar {
  #cookies: readonly Cookie[] = [];

  /** Keeps what a `Set-Cookie` header says; one in the past removes the cookie. */
  set(header: string, { hostname }: URL): void {
    const [pair = '', ...rest] = header.split(';').map((part) => part.trim());
    const told = new Map(rest.map((part) => [nameOf(part).toLowerCase(), valueOf(part)]));
    const age = told.get('max-age');
    const until = told.get('expires');
    const sameSite = told.get('samesite')?.toLowerCase();
    this.add({
      name: nameOf(pair),
      value: valueOf(pair),
      domain: hostname,
      path: told.get('path') ?? '/',
      expires:
        age !== undefined ? Date.now() / 1000 + Number(age) : until !== undefined ? Date.parse(until) / 1000 : -1,
      httpOnly: told.has('httponly'),
      secure: told.has('secure'),
      sameSite: sameSite === 'strict' ? 'Strict' : sameSite === 'none' ? 'None' : 'Lax',
    });
  }

  add(cookie: Cookie): void {
    const others = this.#cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
    this.#cookies = hasEnded(cookie) ? others : [...others, cookie];
  }

  all(): Cookie[] {
    return this.#cookies.filter((cookie) => !hasEnded(cookie));
  }

  clear(which: string | RegExp | undefined): void {
    this.#cookies = this.#cookies.filter(({ name }) =>
      which === undefined ? false : typeof which === 'string' ? name !== which : !which.test(name),
    );
  }

  /** The `Cookie` header of a request; empty without cookies. */
  header({ pathname }: URL): string {
    return this.all()
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

function hasEnded({ expires }: Cookie): boolean {
  return expires !== -1 && expires * 1000 <= Date.now();
}

function nameOf(part: string): string {
  return part.split('=', 1)[0] ?? '';
}

function valueOf(part: string): string {
  return part.slice(nameOf(part).length + 1);
}
