import { Link } from '@tanstack/react-router';
import { CITIES } from '#shared/cities.ts';
import type { Site } from '#shared/site.ts';

export function SiteFooter({ site }: { readonly site: Site }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div>
          <p className="font-heading text-lg font-semibold text-ink">{site.name}</p>
          <p>
            Open every day, 7:00 am to 6:00 pm. {CITIES.length} places from {CITIES[0]} to {CITIES.at(-1)}.
          </p>
        </div>
        <ul className="flex flex-wrap gap-x-6">
          <li>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </li>
          {site.phone !== null && (
            <li>
              <a href={`tel:${site.phone.replaceAll(/[^+\d]/g, '')}`}>{site.phone}</a>
            </li>
          )}
          <li>
            <Link to="/app">Your account</Link>
          </li>
          <li>
            <Link to="/legal/terms">Terms</Link>
          </li>
          <li>
            <Link to="/legal/privacy">Privacy</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
