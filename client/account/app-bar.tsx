import { Link, useLocation } from '@tanstack/react-router';
import { textLinkClass } from '../components/page.tsx';
import { CommandItem } from './forms/commands.tsx';
import type { HeaderUser } from '../shell/session.ts';

const PAGES = [
  { to: '/app', name: 'Your visits', within: '/app/bookings' },
  { to: '/app/profile', name: 'Profile', within: null },
] as const;

const ADMIN_PAGES = [
  { to: '/app/admin', name: 'Admin', within: null },
  { to: '/app/admin/schedule', name: 'Schedule', within: '/app/admin/schedule/' },
  { to: '/app/admin/bookings', name: 'Bookings', within: null },
  { to: '/app/admin/users', name: 'Users', within: null },
  { to: '/app/admin/stats', name: 'Stats', within: null },
  { to: '/app/admin/events', name: 'Events', within: null },
] as const;

export function AppBar({ user }: { readonly user: HeaderUser }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const pages = user.role === 'admin' ? [...PAGES, ...ADMIN_PAGES] : PAGES;
  return (
    <div className="no-print -mt-2 mb-8 flex flex-wrap items-center gap-x-6 border-b border-line pb-2 sm:-mt-6">
      <nav aria-label="Your account">
        <ul className="flex flex-wrap gap-x-5">
          {pages.map(({ to, name, within }) => (
            <li key={to}>
              <Link
                to={to}
                // `page` on the page to which the link leads.
                aria-current={within !== null && path.startsWith(within) ? 'true' : undefined}
                activeOptions={{ exact: true, includeSearch: false }}
                className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:underline"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-pencil sm:ml-auto">
        <p className="wrap-anywhere">
          Signed in as <span className="font-semibold text-ink">{user.name}</span>
        </p>
        <CommandItem command="signOut" input={{}} className={`min-h-11 cursor-pointer px-1 ${textLinkClass}`}>
          Sign out
        </CommandItem>
      </div>
    </div>
  );
}
