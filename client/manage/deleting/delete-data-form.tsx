import type { Flash } from '#shared/calls/flash.ts';
import {
  type CancelOutcome,
  type ManagedBooking,
  VISITS_CHOICES,
  type VisitsChoice,
} from '#shared/booking/managed-booking.ts';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { changeFailureOfFlash, withVisit } from '../changing/change-failure.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { Button, ButtonLink } from '../../components/page.tsx';
import { RadioCard, FieldNote, noteProps } from '../../components/fields/field.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { clearDraft } from '../../booking/form/state/draft.ts';
import { PostForm } from '../../shell/action-form.tsx';
import { soldAgain } from '#shared/booking/notice-policy.ts';
import { formatCents } from '#shared/money.ts';
import { cancelTerms } from '../../wording/booking-states.ts';

interface Parts {
  readonly booking: ManagedBooking;
  readonly timeZone: string;
  readonly failure: DeletionFailure | null;
}

/** Posted without `fetch` even where script runs: the page that follows keeps nothing of the visit in memory. */
export function DeleteDataForm({ booking, timeZone, failure }: Parts) {
  const { now, forgetting, eventId } = booking;
  const isAhead = forgetting === 'to-choose' || forgetting === 'after-visit';
  const expects = isAhead ? now.cancel : null;
  const refusal = failure && withVisit(failure, booking).wording;
  return (
    <PostForm
      call="deleteVisitData"
      fields={{ eventId, from: slotValue(booking), expects }}
      className="flex max-w-3xl flex-col gap-6"
      onSubmit={clearDraft}
    >
      {refusal ? <Notice tone="danger" title={refusal.title} text={refusal.text} role="alert" /> : null}
      {isAhead ? (
        <Choice booking={booking} timeZone={timeZone} expects={expects} failure={failure} />
      ) : (
        <p className="max-w-prose">
          <strong>The money:</strong> <span>{moneyWords(booking)}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          Delete my details
        </Button>
        <ButtonLink to="/booking/$eventId" params={{ eventId }}>
          Leave it as it is
        </ButtonLink>
      </div>
    </PostForm>
  );
}

interface ChoiceParts extends Pick<Parts, 'booking' | 'timeZone'> {
  /** What canceling comes to; null once the visit has begun. */
  readonly expects: CancelOutcome | null;
  readonly failure: DeletionFailure | null;
}

function Choice({ booking, timeZone, expects, failure }: ChoiceParts) {
  if (expects === null) {
    return (
      <>
        <input type="hidden" name="visit" value="keep" />
        <p className="max-w-prose">{`Your visit has started, so it can’t be canceled here. ${keepWords(booking)}`}</p>
      </>
    );
  }
  const name = 'visit';
  const { title, text, leaves, note } = cancelWords(booking, expects, timeZone);
  const error = failure?.choice;
  const chosen = failure?.chosen ?? (booking.forgetting === 'after-visit' ? 'keep' : null);
  const radio = (value: VisitsChoice) => ({ name, value, required: true, defaultChecked: chosen === value });
  return (
    <fieldset className="min-w-0" {...noteProps({ name, error })}>
      <legend className="mb-3 font-semibold">You have this visit coming up. What should happen to it?</legend>
      <FieldNote name={name} error={error} />
      <div className="flex flex-col gap-3">
        <RadioCard {...radio('keep')}>
          <strong className="block">Keep it, and delete my details afterwards</strong>
          <span className="wrap-anywhere">{keepWords(booking)}</span>
        </RadioCard>
        <RadioCard {...radio('cancel')}>
          <strong className="block">Cancel it, and delete my details now</strong>
          <span className="block font-semibold">{`${title}.`}</span>
          <span className="block">{`${text} ${leaves}`}</span>
          {note ? <span className="mt-2 block text-sm">{note}</span> : null}
        </RadioCard>
      </div>
    </fieldset>
  );
}

interface DeletionFailure extends BookingFailure {
  readonly choice?: string | undefined;
  readonly chosen?: VisitsChoice | undefined;
}

export function deletionFailureOfFlash(flash: Flash | null): DeletionFailure | null {
  const failure = changeFailureOfFlash(flash);
  if (!failure || !flash) return null;
  const chosen = VISITS_CHOICES.find((choice) => choice === flash.values['visit']?.[0]);
  const choice = flash.fields['visit'];
  // The choice itself shows a failure that is only about it.
  return { ...failure, ...(choice !== undefined && { wording: null, choice }), chosen };
}

const NO_MAIL = 'We can’t email you about it, because we no longer have your address.';

/** What becomes of the money, if no visit is ahead. */
function moneyWords({ money, forfeiture, service, state }: ManagedBooking): string {
  const { refund, isOutside, surplus } = money;
  const cents = formatCents(money.refundingCents);
  const isOwed = refund === 'requested' || refund === 'failed';
  if (isOwed && isOutside) {
    return `We still owe you ${cents}, to be given back directly. Email us about that first: after this, we don’t know anymore who gets it.`;
  }
  if (isOwed) return `Your ${cents} still goes back to the card you paid with. ${NO_MAIL}`;
  if (surplus && surplus.refund !== 'succeeded') {
    return `The ${formatCents(surplus.cents)} that you paid too much still goes back to your card. ${NO_MAIL}`;
  }
  if (state === 'forfeited' && forfeiture?.isFinal === false) {
    return isOutside
      ? `If someone else still books ${soldAgain(service)}, we owe you your money, but we don’t know anymore who gets it.`
      : `If someone else still books ${soldAgain(service)}, your money goes back to the card you paid with. ${NO_MAIL}`;
  }
  return 'Nothing changes about the money.';
}

function keepWords({ visit }: Pick<ManagedBooking, 'visit'>): string {
  const mail = visit?.email ? ` Emails about the visit still go to ${visit.email}.` : '';
  return `We come as planned, and what you paid stays paid. We keep your details until the visit is over. Then we delete them.${mail}`;
}

function cancelWords(booking: ManagedBooking, outcome: CancelOutcome, timeZone: string) {
  const { title, text, note } = cancelTerms(booking, outcome, timeZone);
  const leaves = booking.money.isOutside
    ? 'Then we delete your details right away. Email us first about how you get the money: after this, we don’t know anymore who gets it.'
    : `Then we delete your details right away. ${NO_MAIL}`;
  const mayGetMoney = outcome === 'refund' || !booking.money.isOutside;
  return { title, text, leaves: mayGetMoney ? leaves : 'Then we delete your details right away.', note };
}
