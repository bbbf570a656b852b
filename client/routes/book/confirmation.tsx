import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useEffect } from 'react';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import type { Ticket } from '#shared/calls/contract.ts';
import { BOOKING_SHOWN } from '#shared/measuring/signals.ts';
import { ticketQuery } from '../../booking/booking-queries.ts';
import { clearDraft } from '../../booking/form/state/draft.ts';
import { MailedTo, NextSteps } from '../../booking/ticket/next-steps.tsx';
import { TicketCard } from '../../booking/ticket/ticket-card.tsx';
import { buttonClass, ButtonLink, PrimaryLink, PageHeading, ErrorState } from '../../components/page.tsx';
import { Worded, PlayMoneyNotice } from '../../components/notices/notice.tsx';
import { SellerNote } from '../../components/notices/seller-note.tsx';
import { unlistedHead } from '../../shell/page-head.ts';
import { wordingOf } from '../../wording/wording.ts';

/** SPEC.md section 2. Only `eventId` is used, because the other parameters prove nothing. */
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
  loader: async ({ context: { queryClient, rpc }, deps: { eventId } }) => {
    const ticket = eventId ? await queryClient.fetchQuery(ticketQuery(rpc, eventId)) : null;
    if (!ticket) throw notFound();
    return ticket;
  },
  head: unlistedHead('/book/confirmation', 'Your booking', 'What you booked, and until when you can change it free.'),
  component: Confirmation,
  notFoundComponent: Unknown,
});

function Confirmation() {
  const { rpc, site } = Route.useRouteContext();
  const loaded = Route.useLoaderData();
  const { data } = useQuery({
    ...ticketQuery(rpc, loaded.eventId),
    enabled: loaded.state === 'held',
    initialData: loaded,
  });
  const ticket = data ?? loaded;
  const isConfirmed = ticket.state === 'confirmed';
  useEffect(() => {
    if (!isConfirmed) return;
    clearDraft();
    document.dispatchEvent(new Event(BOOKING_SHOWN));
  }, [isConfirmed]);
  const { title, text } = wordingOf(TICKET_STATES[ticket.state]);
  return (
    <>
      <PageHeading title={title} lead={<Worded text={text} />} />
      <MailedTo ticket={ticket} site={site} />
      <PlayMoneyNotice site={site} />
      <div {...(isConfirmed && ticket.opensHere && bookingMark(ticket))}>
        <TicketCard ticket={ticket} timeZone={site.timeZone} />
      </div>
      {isConfirmed ? <SellerNote site={site} className="mt-4" /> : null}
      {isConfirmed ? (
        <NextSteps ticket={ticket} />
      ) : (
        <p className="mt-8 flex flex-wrap gap-3">
          <PrimaryLink to="/book">{LINK_TEXTS[ticket.state] ?? 'Pick another time'}</PrimaryLink>
          <a href="/" className={buttonClass('plain')}>
            Home
          </a>
        </p>
      )}
    </>
  );
}

const TICKET_STATES: Readonly<Record<Ticket['state'], string>> = {
  confirmed: 'Your visit is booked. Your payment went through.',
  over: 'This visit is over. You booked and paid for the time below. If something isn’t right, email us.',
  held: 'We’re waiting for your payment. We’re holding the time for you. It’s booked as soon as your payment reaches us, which can take a minute: reload this page to see.',
  expired: `The time is no longer held. No payment reached us within ${HOLD_MINUTES} minutes, or you gave the time back, so it’s open to others again. If you did pay, there’s nothing you need to do: you’ll get either the visit or a full refund, and an email that says which.`,
  cancelled: 'This visit was canceled. Our email about it says what happens to your payment.',
  refunded:
    'This time was lost, and we’re sending your money back. Your payment reached us when we could no longer give you this time. We’re sorry. The full amount goes back to the card you paid with.',
};

/** For an unknown reference. */
const UNKNOWN_TICKET = wordingOf(
  'We can’t find this booking. The web address may be incomplete. If you’ve paid, our email has the right link, and we can send it again.',
);

/** For the measuring script, which reports a booking that was made in this browser once. */
function bookingMark({ eventId, service, method, priceCents }: Ticket) {
  return {
    'data-booking-id': eventId,
    'data-booking-service': service,
    'data-booking-method': method,
    'data-booking-value': priceCents / 100,
  };
}

/** Where it is not "Pick another time". */
const LINK_TEXTS: Partial<Record<Ticket['state'], string>> = {
  held: 'Back to the booking',
  over: 'Book another visit',
};

/** Says nothing about the booking. */
function Unknown() {
  const { site } = Route.useRouteContext();
  return (
    <ErrorState
      title={UNKNOWN_TICKET.title}
      actions={
        <>
          <PrimaryLink to="/lost-link">Email me my link</PrimaryLink>
          <a href={`mailto:${site.email}`} className={buttonClass('plain')}>
            Email us
          </a>
          <ButtonLink to="/book">Book a visit</ButtonLink>
          <a href="/" className={buttonClass('quiet')}>
            Home
          </a>
        </>
      }
    >
      {UNKNOWN_TICKET.text}
    </ErrorState>
  );
}
