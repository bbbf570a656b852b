import { Link, useLocation } from '@tanstack/react-router';
import type { Site } from '#shared/business/site.ts';
import type { HeaderUser } from '../session.ts';
import { AccountLink } from './account-link.tsx';

const PAGES = [
  { href: '/pricing', name: 'Pricing', look: '' },
  { href: '/about', name: 'About', look: 'max-[28rem]:hidden' },
] as const;

interface Parts {
  readonly site: Site;
  readonly user: HeaderUser | null;
}

/** One line, also on most phones: a name that is too long gets a line of its own. Where there is little room, About is in the footer only. */
export function SiteHeader({ site, user }: Parts) {
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
