import { createFileRoute } from '@tanstack/react-router';
import { parseSlot, postedSlot } from '#shared/booking/booking-form.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { PostedRefusal, postedOf } from '../../../../account/forms/failure.tsx';
import { type BookSearch, readBookSearch, slotOf } from '#shared/booking/book-search.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Notice } from '../../../../components/notices/notice.tsx';
import { PageHeading, TextLink } from '../../../../components/page.tsx';
import { MOVE_ID, MovePicker } from '../../../../owner/booking/move-picker.tsx';
import { NoBooking, orNoBooking } from '../../../../owner/booking/no-booking.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import { wordAccountRefusal } from '../../../../wording/account-refusals.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';
import { shortDate } from '#shared/civil-date.ts';
import { unitsOf, UNITS } from '#shared/booking/session-type.ts';
import type { MovePlan } from '#shared/owner/move-plan.ts';
import { CommandButton } from '../../../../account/forms/commands.tsx';
import { hearsWords } from '../../../../owner/customer-words.ts';

/** `ask`: the plain form asked what the picked time means. */
type MoveSearch = Pick<BookSearch, 'month' | 'date' | 'claim'> & { readonly ask?: 'yes' };

/** Another month, or the next open days. */
const SHOWN_MONTH = /^month:(.+)$/;

/** Also reads the plain form: a slot, `2027-03-09/am`, with `ask=yes`, `show=month:2027-04` or `show=days`. */
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
      <PostedRefusal posted={posted} />
      {stopped ? (
        <Notice tone="caution" title={stopped.title} text={stopped.text} />
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

function MoveQuestion({ plan }: { readonly plan: MovePlan }) {
  const { eventId, from, customer, asked } = plan;
  if (asked === null) {
    return <p>Pick the new time. The visit stays where it is until you press the button that appears here.</p>;
  }
  const { slot, refusal, freeChangesThrough } = asked;
  if (refusal !== null) {
    const { title, text } = wordAccountRefusal(refusal);
    return (
      <Notice tone="caution" title={title}>
        <p>{`${slotWords(slot)}: ${text}`}</p>
      </Notice>
    );
  }
  const name = customer?.name ?? 'The customer';
  return (
    <div className="flex flex-col gap-3">
      <p>
        The visit moves from <span>{slotWords(from)}</span>, to <strong>{slotWords(slot)}</strong>. Nothing is charged
        or refunded. <span>{reopeningWords(plan)}</span>
      </p>
      <p>
        <span>
          {freeChangesThrough === null
            ? `${name} can’t move or cancel it for free then: it’s too soon for that.`
            : `${name} can move or cancel it for free through ${shortDate(freeChangesThrough)}.`}
        </span>
        <span>{hearsWords(customer, ' that you moved it, with a new link and calendar file')}</span>
      </p>
      <CommandButton
        command="moveForCustomer"
        input={{ eventId, date: from.date, claim: from.claim, newDate: slot.date, newClaim: slot.claim }}
        look="primary"
      >{`Yes, move it to ${slotWords(slot)}`}</CommandButton>
    </div>
  );
}

function reopeningWords({ from, reopens }: MovePlan): string {
  if (reopens.length === unitsOf(from.claim).length) return 'The old time opens to others.';
  const [unit] = reopens;
  return unit === undefined
    ? 'It’s too late for others to book the old time.'
    : `Of the old time, only the ${UNITS[unit].words} opens to others: it’s too late to book the rest.`;
}
