import type { Site } from '#shared/site.ts';
import { Notice } from '../components/notice.tsx';
import { textLinkClass } from '../components/text-link.tsx';

/** Said on every page while no visit can be booked or changed online, with the ways that are left. */
export function ClosedDeskNotice({ site }: { readonly site: Site }) {
  if (site.takesBookings) return null;
  return (
    <div className="mb-8">
      <Notice tone="caution" title="We can’t take bookings online right now">
        <p>
          The fault is on our side, and we’re on it. Until it’s fixed you can’t book, move or cancel a visit here. Write
          to{' '}
          <a className={textLinkClass} href={`mailto:${site.email}`}>
            {site.email}
          </a>
          {site.phone === null ? '' : ` or call ${site.phone}`} and we’ll sort it out with you.
        </p>
      </Notice>
    </div>
  );
}
