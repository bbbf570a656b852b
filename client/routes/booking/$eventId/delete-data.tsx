import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import { createFileRoute } from '@tanstack/react-router';
import { PrimaryLink, TextLink, PageHeading } from '../../../components/page.tsx';
import { DeleteDataForm, deletionFailureOfFlash } from '../../../manage/deleting/delete-data-form.tsx';
import { VisitTerms } from '../../../manage/fixed-terms.tsx';
import { useBooking } from '../../../manage/booking-queries.ts';
import { titleHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/booking/$eventId/delete-data')({
  loader: ({ context: { flash } }) => ({ failure: deletionFailureOfFlash(flash) }),
  head: titleHead('Delete your details?'),
  shouldReload: ({ cause }) => cause !== 'stay',
  component: DeleteData,
});

function DeleteData() {
  const { site } = Route.useRouteContext();
  const { failure } = Route.useLoaderData();
  const booking = useBooking();
  const { forgetting } = booking;
  const terms = <VisitTerms booking={booking} />;
  if (forgetting === 'with-account') {
    return (
      <>
        <PageHeading title="This visit belongs to an account" lead={terms} />
        <p className="mb-5 max-w-prose">
          Its details go with the account: sign in, and delete it at the bottom of your profile. You’re asked there what
          happens to the visits still ahead.
        </p>
        <PrimaryLink to="/app/profile">Go to your profile</PrimaryLink>
      </>
    );
  }

  return (
    <>
      <PageHeading title="Delete your details?" lead={terms} />
      <div className="mb-6 flex max-w-prose flex-col gap-3">
        <p>
          <strong>What goes, for good:</strong> the {PERSONAL_WORDS} of this visit, and this page with its link.
        </p>
        <p>
          <strong>What stays:</strong> a record that a visit was booked and paid, with nothing about who it was for. We
          can’t take back emails we’ve sent, or what the payment service has to keep.
        </p>
      </div>
      <DeleteDataForm booking={booking} timeZone={site.timeZone} failure={failure} />
      <p className="mt-8 max-w-prose text-sm">
        This is about this visit only. Booked others with your email address? Each has a page like this one:{' '}
        <TextLink to="/lost-link">have their links emailed to you</TextLink>.
      </p>
    </>
  );
}
