import { Link } from '@tanstack/react-router';
import { CITIES } from '#shared/business/cities.ts';
import type { Site } from '#shared/business/site.ts';
import { phoneUrl } from '#shared/phone.ts';
import { LicenseNote } from '../../components/notices/license-note.tsx';
import type { HeaderUser } from '../session.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';

export function SiteFooter({ site, user }: { readonly site: Site; readonly user: HeaderUser | null }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div>
          <p className="font-heading text-lg font-semibold text-ink">{site.name}</p>
          <p>
            Open every day, 7:00 am to 6:00 pm. {CITIES.length} cities and towns from {CITIES[0]} to {CITIES.at(-1)}.
          </p>
          <LicenseNote site={site} className="mt-2" />
        </div>
        <ul className="flex flex-wrap items-center gap-x-6">
          <li className="max-sm:w-full">
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </li>
          {site.phone !== null && (
            <li className="max-sm:w-full">
              <a href={phoneUrl(site.phone)}>{site.phone}</a>
            </li>
          )}
          <li>
            <a href="/about">About</a>
          </li>
          <li>
            <a href="/services">Services</a>
          </li>
          <li>
            <a href="/areas">Where we come</a>
          </li>
          <li>{user === null ? <Link to="/login">Sign in</Link> : <Link to="/app">Your account</Link>}</li>
          <li>
            <a href="/legal/terms">Terms</a>
          </li>
          <li>
            <a href="/legal/privacy">Privacy</a>
          </li>
          <li>
            <a href="/legal/accessibility">Accessibility</a>
          </li>
          {site.tagManager && site.tagManager.consent !== 'not-asked' ? (
            <li>
              <a href="/legal/privacy#choice">Your privacy choice</a>
            </li>
          ) : null}
          <li>
            <ThemeSwitch />
          </li>
        </ul>
      </div>
    </footer>
  );
}
