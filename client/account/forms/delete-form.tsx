import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import { useRouter } from '@tanstack/react-router';
import type { VisitAhead } from '#shared/account/account.ts';
import { keptUnlessSold, soldAgain } from '#shared/booking/notice-policy.ts';
import { VISITS_CHOICES, type VisitsChoice } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { toldVisits } from '#shared/booking/shown-outcomes.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { RadioCard, FieldNote, fieldId, noteProps } from '../../components/fields/field.tsx';
import { PasswordField, PasswordOf, AccountForm, useAccountForm, type AccountFormState } from './account-form.tsx';
import type { ProfilePart } from './profile-forms.tsx';
import { reloadInPlace } from './use-follow.ts';

export function DeleteForm({ profile, posted }: ProfilePart) {
  const router = useRouter();
  // The visits may have changed since the page was rendered.
  const form = useAccountForm('deleteAccount', { posted, onRefused: () => void reloadInPlace(router) });
  const { visitsAhead } = profile;
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <div className="flex flex-col gap-3">
        <p>
          <strong>What goes, right away and for good:</strong> your account, your {PERSONAL_WORDS}, including those in
          past bookings, and every sign-in.
        </p>
        <p>
          <strong>What stays:</strong> a record that a visit was booked and paid, with nothing about who it was for.
          {visitsAhead.length === 0 ? <span> You have no visit coming up.</span> : null}
        </p>
      </div>
      <AccountForm form={form} button="Delete my account" look="danger">
        {visitsAhead.length === 0 ? null : <VisitsChoiceField visits={visitsAhead} {...form.field('visits')} />}
        <PasswordOf email={profile.email} />
        <PasswordField form={form} label="Your password" />
      </AccountForm>
    </div>
  );
}

interface ChoiceParts extends ReturnType<AccountFormState['field']> {
  readonly visits: readonly VisitAhead[];
}

function VisitsChoiceField({ visits, name, scope, error, defaultValue, autoFocus }: ChoiceParts) {
  const them = visits.length === 1 ? 'it' : 'them';
  const choices: Readonly<Record<VisitsChoice, readonly [title: string, says: string]>> = {
    keep: [`Keep ${them}`, keepWords(visits)],
    cancel: [`Cancel ${them}`, CANCEL_WORDS],
  };
  return (
    <fieldset
      id={fieldId(name, scope)}
      className="min-w-0"
      aria-describedby={noteProps({ name, scope, error })['aria-describedby']}
    >
      <legend className="font-semibold">
        {visits.length === 1 ? 'You have a visit coming up' : `You have ${visits.length} visits coming up`}
      </legend>
      <FieldNote name={name} scope={scope} error={error} />
      <ul className="mt-2 mb-4 flex flex-col divide-y divide-line border-y border-line">
        {visits.map((visit) => (
          <li key={visit.eventId} className="py-3">
            <strong className="block">{`${SESSION_TYPES[visit.service].label}, ${slotWords(visit)}`}</strong>
            <span className="text-pencil">{outcomeWords(visit)}</span>
          </li>
        ))}
      </ul>
      <input type="hidden" name="told" value={toldVisits(visits)} />
      <div className="flex flex-col gap-3">
        {VISITS_CHOICES.map((choice, index) => {
          const [title, says] = choices[choice];
          return (
            <RadioCard
              key={choice}
              name={name}
              value={choice}
              defaultChecked={defaultValue === choice}
              {...(autoFocus && index === 0 && { autoFocus })}
              required
              aria-invalid={error ? true : undefined}
            >
              <strong className="block">{title}</strong>
              <span className="wrap-anywhere">{says}</span>
            </RadioCard>
          );
        })}
      </div>
    </fieldset>
  );
}

function outcomeWords({ outcome, cents, service }: VisitAhead): string {
  const amount = formatCents(cents);
  switch (outcome) {
    case 'refund':
      return `Cancel it and you get your ${amount} back.`;
    case 'forfeit':
      return `It’s too late to cancel for free. Cancel it and ${keptUnlessSold(`the ${amount}`, service)}`;
    case 'keep':
      return `It’s too late to cancel for free, and too late for anyone else to book ${soldAgain(service)}. Cancel it and we keep the ${amount}.`;
    case null:
      return 'It has started, so it can’t be canceled. It stays, whichever you choose.';
  }
}

function keepWords(visits: readonly VisitAhead[]): string {
  const [first, ...more] = new Set(visits.map(({ email }) => email));
  const addresses = more.length === 0 ? first : `${[first, ...more].slice(0, -1).join(', ')} and ${more.at(-1)}`;
  return visits.length === 1
    ? `We come as planned. Your ${PERSONAL_WORDS} stay with the visit until it’s over. Then we delete them, too. Emails about the visit still go to ${addresses}; the first has the link to it.`
    : `We come as planned. Your ${PERSONAL_WORDS} stay with each visit until it’s over. Then we delete them, too. Emails about the visits still go to ${addresses}; the first about each has the link to it.`;
}

const CANCEL_WORDS =
  'The time opens up for others, and any refund goes back the way you paid. We forget your email address right away, so we can’t write to you about it.';
