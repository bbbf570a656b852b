import { Link } from '@tanstack/react-router';
import { hoursWords } from '#shared/booking/hours.ts';
import { OPENING_HOURS } from '#shared/booking/session-type.ts';
import { CITIES } from '#shared/business/cities.ts';
import type { Site } from '#shared/business/site.ts';
import { phoneUrl } from '#shared/phone.ts';
import { LicenseNote } from '../../components/notices/seller-note.tsx';
import type { HeaderUser } from '../session.ts';
import { useSyncExternalStore } from 'react';
import { HeaderSign } from './site-header.tsx';
import { getTheme, subscribeToTheme, type Theme, THEME_KEY, THEMES } from '../theme/theme.ts';

export function SiteFooter({ site, user }: { readonly site: Site; readonly user: HeaderUser | null }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div>
          <p className="font-heading text-lg font-semibold text-ink">{site.name}</p>
          <p>
            Open every day, {hoursWords(OPENING_HOURS)}. {CITIES.length} cities and towns from {CITIES[0]} to{' '}
            {CITIES.at(-1)}.
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
          <FooterLink href="/about">About</FooterLink>
          <FooterLink href="/services">Services</FooterLink>
          <FooterLink href="/areas">Where we come</FooterLink>
          <li>{user === null ? <Link to="/login">Sign in</Link> : <Link to="/app">Your account</Link>}</li>
          <FooterLink href="/legal/terms">Terms</FooterLink>
          <FooterLink href="/legal/privacy">Privacy</FooterLink>
          <FooterLink href="/legal/accessibility">Accessibility</FooterLink>
          {site.tagManager && site.tagManager.consent !== 'not-asked' ? (
            <FooterLink href="/legal/privacy#choice">Your privacy choice</FooterLink>
          ) : null}
          <li>
            <ThemeSwitch />
          </li>
        </ul>
      </div>
    </footer>
  );
}

function FooterLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <li>
      <a href={href}>{children}</a>
    </li>
  );
}

const NAMES: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark', system: 'System' };

/** A sun, a moon, and half of each. */
const SIGNS: Readonly<Record<Theme, string>> = {
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9 7 7M17 17l2.1 2.1M4.9 19.1 7 17M17 7l2.1-2.1',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  system: 'M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18M12 8h7.5M12 12h9M12 16h7.5',
};

/**
 * As large as its icon and word, which the style sheet chooses, so that they are right before hydration. Hidden without scripts.
 */
function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribeToTheme, getTheme, () => 'system');
  return (
    <div className="needs-script relative -ml-1 flex min-h-11 shrink-0 items-center gap-1.5 rounded-sheet px-1 hover:bg-shade has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      {THEMES.map((name) => (
        <span key={name} className="theme-sign items-center gap-1.5" data-of={name}>
          <HeaderSign drawing={SIGNS[name]} />
          <span aria-hidden="true">{`Theme: ${NAMES[name].toLowerCase()}`}</span>
        </span>
      ))}
      <select
        name={THEME_KEY}
        aria-label="Theme"
        // Browsers don't restore an older choice on Back: the stored one counts.
        autoComplete="off"
        className="absolute inset-0 cursor-pointer bg-sheet text-base text-ink opacity-0"
        value={theme}
        // `followThemeChoice` handles the change.
        onChange={() => {}}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </div>
  );
}
