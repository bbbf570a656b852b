import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ticketQuery } from '../../booking/booking-queries.ts';
import { clearDraft } from '../../booking/draft.ts';
import { NextSteps } from '../../booking/next-steps.tsx';
import { TicketCard } from '../../booking/ticket-card.tsx';
import { buttonClass } from '../../components/button.tsx';
import { PageHeading } from '../../components/page.tsx';
import { PlayMoneyNotice } from '../../components/play-money-notice.tsx';
import { pageHead } from '../../page-head.ts';
import { TICKET_STATES, UNKNOWN_TICKET } from '../../wording/ticket-states.ts';

/** SPEC.md section 2. Only `eventId` is looked at: what the address says of a booking proves nothing. */
interface ConfirmationSearch {
  readonly status?: 'confirmed';
  readonly service?: string;
  readonly eventId?: string;
}

export const Route = createFileRoute('/book/confirmation')({
  validateSearch: ({ status, service, eventId }: Record<string, unknown>): ConfirmationSearch => ({
    ...(status === 'confirmed' && { status }),
    ...(typeof service === 'string' && { service }),
    ...(typeof eventId === 'string' && { eventId }),
  }),
  loaderDeps: ({ search: { eventId } }) => ({ eventId }),
  loader: async ({ context: { queryClient, rpc }, deps: { eventId } }) =>
    eventId ? queryClient.fetchQuery(ticketQuery(rpc, eventId)) : null,
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/book/confirmation',
      title: 'Your booking',
      description: 'What you booked, and until when you can change it free.',
      isIndexed: false,
    }),
  component: Confirmation,
});

function Confirmation() {
  const { rpc, site } = Route.useRouteContext();
  const { eventId } = Route.useSearch();
  const loaded = Route.useLoaderData();
  const { data: ticket } = useQuery({
    ...ticketQuery(rpc, eventId ?? ''),
    enabled: loaded?.state === 'held',
    initialData: loaded,
  });
  const isConfirmed = ticket?.state === 'confirmed';
  useEffect(() => {
    if (isConfirmed) clearDraft();
  }, [isConfirmed]);
  const { title, text } = ticket ? TICKET_STATES[ticket.state] : UNKNOWN_TICKET;
  return (
    <>
      <PageHeading title={title} lead={text} />
      <PlayMoneyNotice site={site} />
      {ticket ? <TicketCard ticket={ticket} timeZone={site.timeZone} /> : null}
      {isConfirmed ? (
        <NextSteps ticket={ticket} />
      ) : (
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to="/book" className={buttonClass('primary')}>
            {ticket?.state === 'held' ? 'Back to the booking' : 'Pick another time'}
          </Link>
          <Link to="/" className={buttonClass('plain')}>
            Home
          </Link>
        </p>
      )}
    </>
  );
}
