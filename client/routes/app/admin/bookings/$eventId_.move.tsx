import { createFileRoute } from '@tanstack/react-router';
import { parseSlot, postedSlot } from '#shared/booking/booking-form.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { PostedRefusal } from '../../../../account/forms/failure-notice.tsx';
import { postedOf } from '../../../../account/forms/failure.ts';
import { type BookSearch, readBookSearch, slotOf } from '#shared/booking/book-search.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Notice } from '../../../../components/notices/notice.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { TextLink } from '../../../../components/text-link.tsx';
import { MOVE_ID, MovePicker } from '../../../../owner/booking/move-picker.tsx';
import { MoveQuestion } from '../../../../owner/booking/move-question.tsx';
import { NoBooking, orNoBooking } from '../../../../owner/booking/no-booking.tsx';
import { readQuery } from '../../../../shell/query/read-query.ts';
import { wordAccountRefusal } from '../../../../wording/account-refusals.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

/** The picked time and the shown month, and whether the plain form asked what the time means. */
type MoveSearch = Pick<BookSearch, 'month' | 'date' | 'claim'> & { readonly ask?: 'yes' };

/** A button of the plain form that shows another month, or the next open days. */
const SHOWN_MONTH = /^month:(.+)$/;

/** Also reads the fields of the plain form: a slot, `2027-03-09/am`, with `ask=yes`, `show=month:2027-04` or `show=days`. */
function readMoveSearch(raw: Record<string, unknown>): MoveSearch {
  const { show } = raw;
  const picked = parseSlot(postedSlot({ keys: () => Object.keys(raw), get: (name) => raw[name] }));
  const [, month = raw['month']] = typeof show === 'string' ? (SHOWN_MONTH.exec(show) ?? []) : [];
  const search = readBookSearch({ ...raw, ...picked, month: show === 'days' ? undefined : month });
  const { service: _service, step: _step, ...shown } = search;
  return { ...shown, ...(raw['ask'] === 'yes' && { ask: 'yes' }) };
}

export const Route = createFileRoute('/app/admin/bookings/$eventId_/move')({
  validateSearch: readMoveSearch,
  loaderDeps: ({ search }) => ({ slot: slotOf(search) }),
  ...ownerPage('Move a visit', ['text', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc, flash }, params: { eventId }, deps: { slot } }) => ({
    // Open times are sold at any time.
    plan: await queryClient
      .fetchQuery(readQuery(rpc, 'movePlan', { eventId, ...slot }, { staleTime: 0 }))
      .catch(orNoBooking),
    posted: postedOf(flash),
  }),
  notFoundComponent: NoBooking,
  component: MoveVisit,
});

function MoveVisit() {
  const { plan, posted } = Route.useLoaderData();
  const { month, ask } = readMoveSearch({ ...Route.useSearch() });
  const { eventId, from, customer, refusal } = plan;
  const stopped = refusal && wordAccountRefusal(refusal);
  return (
    <>
      <PageHeading
        title={`Move the visit of ${customer?.name ?? 'a deleted customer'}`}
        lead={`Booking ${referenceOf(eventId)}, now ${slotWords(from)}.`}
      />
      <PostedRefusal posted={posted} forms={['moveForCustomer']} />
      {stopped ? (
        <Notice tone="caution" title={stopped.title}>
          <p>{stopped.text}</p>
        </Notice>
      ) : (
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <MovePicker plan={plan} month={month ?? null} wasSent={ask === 'yes'} />
          <section aria-labelledby={MOVE_ID} aria-live="polite" className="lg:sticky lg:top-24 lg:self-start">
            <h2 id={MOVE_ID} tabIndex={-1} className="mb-3 text-2xl">
              The move
            </h2>
            <MoveQuestion plan={plan} />
          </section>
        </div>
      )}
      <p className="mt-8">
        <TextLink to="/app/admin/bookings/$eventId" params={{ eventId }}>
          Back to the booking
        </TextLink>
      </p>
    </>
  );
}
