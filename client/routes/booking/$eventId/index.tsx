import { createFileRoute } from '@tanstack/react-router';
import { buttonClass, ButtonLink, TextLink, PageHeading, Section } from '../../../components/page.tsx';
import { PlayMoneyNotice, Worded } from '../../../components/notices/notice.tsx';
import { DeleteDataLink, ForgetVisit, History, VisitDetails } from '../../../manage/visit-parts.tsx';
import { ChangeSteps } from '../../../manage/changing/change-steps.tsx';
import { VisitPhotos } from '../../../manage/visit-photos.tsx';
import { useBooking } from '../../../manage/booking-queries.ts';
import { VisitBlock } from '../../../manage/visit-block.tsx';
import { bookingWords } from '../../../wording/booking-states.ts';

export const Route = createFileRoute('/booking/$eventId/')({
  loader: ({ context: { flash } }) => ({ flash }),
  shouldReload: ({ cause }) => cause !== 'stay',
  component: Booking,
});

function Booking() {
  const { site } = Route.useRouteContext();
  const { flash } = Route.useLoaderData();
  const booking = useBooking();
  const { eventId, visit, calendarPath, canForget, history, now } = booking;
  const { title, text, note } = bookingWords(booking);
  return (
    <>
      <PageHeading
        title={title}
        lead={
          <>
            <Worded text={text} />
            {note ? <span className="mt-2 block text-sm">{note}</span> : null}
          </>
        }
      />
      <PlayMoneyNotice site={site} />
      <VisitBlock booking={booking} timeZone={site.timeZone} />
      <p className="mt-5 mb-10 flex flex-wrap gap-3 sm:mb-14">
        {calendarPath === null ? null : (
          <a href={calendarPath} className={buttonClass()}>
            Add to calendar
          </a>
        )}
        <ButtonLink to="/booking/$eventId/receipt" params={{ eventId }}>
          Receipt
        </ButtonLink>
      </p>
      <ChangeSteps booking={booking} />
      {visit ? (
        <Section
          title="What you told us"
          aside={
            // Once the visit is over or canceled, additions would be read too late.
            now.cancel === null ? null : (
              <p className="mt-2 text-pencil">
                Something wrong?{' '}
                <TextLink to="/booking/$eventId/details" params={{ eventId }}>
                  Correct your details
                </TextLink>
                . Something to add? Email{' '}
                <a href={`mailto:${site.email}`} className="text-accent underline underline-offset-4">
                  {site.email}
                </a>
                .
              </p>
            )
          }
        >
          <VisitDetails visit={visit} isAhead={now.cancel !== null} />
          <VisitPhotos booking={{ ...booking, visit }} flash={flash} />
        </Section>
      ) : null}
      <Section title="What happened">
        <History lines={history} timeZone={site.timeZone} />
      </Section>
      {canForget ? <ForgetVisit booking={booking} /> : null}
      <DeleteDataLink booking={booking} />
    </>
  );
}
