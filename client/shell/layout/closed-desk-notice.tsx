import type { Site } from '#shared/business/site.ts';
import { EmailOrCall } from '../../components/notices/email-or-call.tsx';
import { Notice } from '../../components/notices/notice.tsx';

/** Notice on every page while no visit can be booked or changed online, with other ways to reach the business. */
export function ClosedDeskNotice({ site }: { readonly site: Site }) {
  if (site.takesBookings) return null;
  return (
    <div className="mb-8">
      <Notice tone="caution" title="We can’t take bookings online right now">
        <p>
          It’s our fault, and we’re on it. Until it’s fixed you can’t book, move or cancel a visit here.{' '}
          <EmailOrCall site={site} verb="Email" /> and we’ll sort it out with you.
        </p>
      </Notice>
    </div>
  );
}
