import { Link } from '@tanstack/react-router';
import type { Site } from '#shared/business/site.ts';
import type { HeaderUser } from '../session.ts';
import { AccountLink } from './account-link.tsx';

const PAGES = [
  { to: '/pricing', name: 'Pricing', look: '' },
  { to: '/about', name: 'About', look: 'max-[28rem]:hidden' },
] as const;

interface Parts {
  readonly site: Site;
  readonly user: HeaderUser | null;
}

/** One line, also on most phones: a name that is too long gets a line of its own. Where there is little room, About is in the footer only. */
export function SiteHeader({ site, user }: Parts) {
  return (
    <header className="site-header">
      <div className="wrap">
        <Link to="/" className="site-name">
          {site.name}
        </Link>
        <div className="ways">
          <nav aria-label="Main">
            <ul>
              {PAGES.map(({ to, name, look }) => (
                <li key={to} className={look}>
                  <Link to={to}>{name}</Link>
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
