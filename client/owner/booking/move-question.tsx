import { shortDate } from '#shared/civil-date.ts';
import { unitsOf, UNITS } from '#shared/booking/session-type.ts';
import type { MovePlan } from '#shared/owner/move-plan.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { CommandButton } from '../../account/forms/commands.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { wordAccountRefusal } from '../../wording/account-refusals.ts';
import { hearsWords } from '../customer-words.ts';

/** What a move to the picked time means, and the button that makes it; or why it cannot be made. */
export function MoveQuestion({ plan }: { readonly plan: MovePlan }) {
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

/** What becomes of the time that the visit leaves. */
function reopeningWords({ from, reopens }: MovePlan): string {
  if (reopens.length === unitsOf(from.claim).length) return 'The old time opens to others.';
  const [unit] = reopens;
  return unit === undefined
    ? 'It’s too late for others to book the old time.'
    : `Of the old time, only the ${UNITS[unit].words} opens to others: it’s too late to book the rest.`;
}
