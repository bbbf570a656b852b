import { Link, useLocation } from '@tanstack/react-router';
import type { HeaderUser } from '../session.ts';
import type { Site } from '#shared/business/site.ts';

const PAGES = [
  { href: '/pricing', name: 'Pricing', look: '' },
  { href: '/about', name: 'About', look: 'max-[28rem]:hidden' },
] as const;

/** A name that is too long gets a line of its own. On narrow windows, About is in the footer only. */
export function SiteHeader({ site, user }: { readonly site: Site; readonly user: HeaderUser | null }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current = (href: string) => (href === path ? 'page' : undefined);
  return (
    <header className="site-header">
      <div className="wrap">
        <a href="/" aria-current={current('/')} className="site-name">
          {site.name}
        </a>
        <div className="ways">
          <nav aria-label="Main">
            <ul>
              {PAGES.map(({ href, name, look }) => (
                <li key={href} className={look}>
                  <a href={href} aria-current={current(href)}>
                    {name}
                  </a>
                </li>
              ))}
              <li>
                <Link to="/book" activeOptions={{ includeSearch: false }} className="font-semibold text-accent">
                  Book
                </Link>
              </li>
            </ul>
          </nav>
          <AccountLink user={user} />
        </div>
      </div>
    </header>
  );
}

/** Fits into the header of a phone. */
const LONGEST_NAME = 10;

function nameOf(user: HeaderUser): string {
  const [first = ''] = user.name.trim().split(/\s+/);
  return first !== '' && first.length <= LONGEST_NAME ? first : 'Account';
}

const look =
  'flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-sheet px-1 hover:bg-shade max-sm:[&>svg]:hidden';

/** A phone has space for the word alone. */
function AccountLink({ user }: { readonly user: HeaderUser | null }) {
  const sign = <HeaderSign drawing="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6" />;
  return user === null ? (
    <Link to="/login" className={look}>
      {sign}
      Sign in
    </Link>
  ) : (
    // After Back, the page compares it with the signed-in account (`client/start/return.ts`).
    <Link to="/app" className={look} data-user={user.formToken}>
      {sign}
      <span>
        <span>{nameOf(user)}</span> <span className="sr-only">(your account)</span>
      </span>
    </Link>
  );
}

/** Decorates a name beside it. */
export function HeaderSign({ drawing }: { readonly drawing: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawing} />
    </svg>
  );
}
