import type { AccountInput } from '#shared/account/account-fields.ts';
import { Confirmed } from '../confirmed.tsx';
import { Link } from '@tanstack/react-router';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { formatCents } from '#shared/money.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { instantWords } from '#shared/time-zone.ts';
import { CommandButton } from '../../account/forms/commands.tsx';
import { buttonClass, textLinkClass } from '../../components/page.tsx';
import { goesBackWords, hearsWords, refundButtonWords } from '../customer-words.ts';

/** Actions that touch money or the customer ask for confirmation. */
export function BookingActions({ story, timeZone }: { readonly story: BookingStory; readonly timeZone: string }) {
  const { eventId, state, date, claim, customer, payments, actions, isPaidOutside } = story;
  const { complete, noShow, undoUntil, cancel, goodwillCents } = actions;
  const name = customer?.name ?? 'the customer';
  const mailed = hearsWords(customer);
  const unsettled = payments.filter(
    ({ refund, isOutside }) => refund === 'failed' || (isOutside && refund === 'requested'),
  );
  const isNothing =
    unsettled.length === 0 && !complete && !noShow && undoUntil === null && cancel === null && goodwillCents === null;
  return (
    <section aria-labelledby="actions">
      <h2 id="actions" className="mb-3 text-2xl">
        What to do
      </h2>
      {isNothing ? <p className="text-pencil">Nothing. There’s nothing left to change about this booking.</p> : null}
      <div className="flex max-w-prose flex-col gap-4">
        {unsettled.map(({ payment, cents, currency, isOutside }) => (
          <p key={payment}>
            <span>
              {isOutside
                ? `Give ${name} their ${formatCents(cents, currency)} back, then say so under `
                : `The refund of ${formatCents(cents, currency)} failed. We keep trying, and you can try it now under `}
            </span>
            <a href="#payments" className={textLinkClass}>
              Money
            </a>
            .
          </p>
        ))}
        {complete ? (
          <CommandButton command="completeVisit" input={{ eventId }} look="primary">
            The visit is done
          </CommandButton>
        ) : null}
        {noShow ? <NoShowQuestion name={name} input={{ eventId }} /> : null}
        {undoUntil === null ? null : (
          <div>
            <p className="mb-2">{`You can undo this until ${instantWords(undoUntil, timeZone)}.`}</p>
            {state === 'no-show' ? (
              <CommandButton command="undoNoShow" input={{ eventId }}>
                Undo the no-show
              </CommandButton>
            ) : (
              <CommandButton command="undoCompletion" input={{ eventId }}>
                The visit wasn’t done yet
              </CommandButton>
            )}
          </div>
        )}
        {state === 'confirmed' ? (
          <Link to="/app/admin/bookings/$eventId/move" params={{ eventId }} className={`${buttonClass()} self-start`}>
            Move the visit
          </Link>
        ) : null}
        {cancel === null ? null : (
          <Confirmed
            title={cancel.cents === 0 || isPaidOutside ? 'Cancel' : 'Cancel and refund'}
            text={`The visit on ${slotWords({ date, claim })} is canceled. ${moneyWords(cancel.cents, isPaidOutside)}${cancel.reopens ? ' The time opens to others.' : ''}${mailed}`}
          >
            <CommandButton command="cancelForCustomer" input={{ eventId, date, claim }} look="danger">
              {cancel.cents === 0 || isPaidOutside
                ? 'Yes, cancel'
                : `Yes, cancel and refund ${formatCents(cancel.cents)}`}
            </CommandButton>
          </Confirmed>
        )}
        {goodwillCents === null ? null : (
          <Confirmed
            title={state === 'forfeited' ? 'Refund the kept payment' : 'Refund the visit'}
            text={`${KEPT_FOR[state] ?? ''} you keep ${formatCents(goodwillCents)}. ${goesBackWords(isPaidOutside)} This can’t be undone.${undoUntil === null ? '' : ' What you recorded can’t be undone then, either.'}${mailed}`}
          >
            <CommandButton command="refundKeptPayment" input={{ eventId }} look="danger">
              {refundButtonWords(goodwillCents, isPaidOutside)}
            </CommandButton>
          </Confirmed>
        )}
      </div>
    </section>
  );
}

const KEPT_FOR: Readonly<Partial<Record<BookingStory['state'], string>>> = {
  forfeited: 'The visit was canceled too late, and',
  completed: 'The visit is done, and',
  'no-show': 'No one was there, and',
};

function moneyWords(cents: number, isPaidOutside: boolean): string {
  if (cents === 0) return 'Nothing was paid, so nothing goes back.';
  return `${formatCents(cents)} was paid. ${goesBackWords(isPaidOutside)}`;
}

export function NoShowQuestion({ name, input }: { name: string; input: AccountInput<'recordNoShow'> }) {
  return (
    <Confirmed
      title="No one was there"
      text={`${name}’s page will say that we came and no one was there. The payment stays. You can undo this for a day.`}
    >
      <CommandButton command="recordNoShow" input={input} look="danger">
        Yes, record a no-show
      </CommandButton>
    </Confirmed>
  );
}
