import { createFileRoute } from '@tanstack/react-router';
import { Button, ButtonLink, PageHeading } from '../../../components/page.tsx';
import { ReceiptSheet } from '../../../manage/receipt-sheet.tsx';
import { useBooking } from '../../../manage/booking-queries.ts';
import { titleHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/booking/$eventId/receipt')({
  head: titleHead('Receipt'),
  component: Receipt,
});

function Receipt() {
  const { site } = Route.useRouteContext();
  const booking = useBooking();
  return (
    <>
      <PageHeading title="Receipt" />
      <ReceiptSheet booking={booking} site={site} />
      <p className="no-print mt-6 flex flex-wrap gap-3">
        <Button look="primary" className="needs-script" onClick={() => print()}>
          Print it
        </Button>
        <ButtonLink to="/booking/$eventId" params={{ eventId: booking.eventId }}>
          Back to the visit
        </ButtonLink>
      </p>
    </>
  );
}
