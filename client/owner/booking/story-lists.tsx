import type { ReactNode } from 'react';
import type { BookingStory, StoryMail, StoryPayment } from '#shared/owner/booking-story.ts';
import { OWNERS_REFUND_REASONS, disputeWords, oldSubject, storyWords } from '#shared/owner/story-lines.ts';
import { formatCents } from '#shared/money.ts';
import { instantWords } from '#shared/time-zone.ts';
import { CommandButton } from '../../account/forms/commands.tsx';
import { Badge, type BadgeTone } from '../../components/page.tsx';
import { GaveBack } from '../confirmed.tsx';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly note?: string | null;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function ListPart({ id, title, note, empty, children }: Part) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-2xl">
        {title}
      </h2>
      {note ? <p className="mb-2 text-sm text-pencil">{note}</p> : null}
      {children.length === 0 ? (
        <p className="text-pencil">{empty}</p>
      ) : (
        <ol className="border-t border-line">{children}</ol>
      )}
    </section>
  );
}

const ROW = 'border-b border-line py-2.5 wrap-anywhere';

const REFUNDS: Readonly<Record<StoryPayment['refund'], readonly [BadgeTone, string]>> = {
  none: ['done', 'Paid'],
  requested: ['caution', 'Refund under way'],
  succeeded: ['plain', 'Refunded'],
  failed: ['danger', 'Refund failed'],
};

/** For money that was paid to the owner directly. */
const OUTSIDE: Readonly<Record<StoryPayment['refund'], string>> = {
  none: 'Paid to you directly',
  requested: 'To give back',
  succeeded: 'Given back',
  failed: 'To give back',
};

export function refundName(refund: StoryPayment['refund'], isOutside: boolean): string {
  return isOutside ? OUTSIDE[refund] : REFUNDS[refund][1];
}

interface StoryParts {
  readonly story: BookingStory;
  readonly timeZone: string;
}

/** With the payment provider's ids. */
export function Payments({ story: { eventId, payments }, timeZone }: StoryParts) {
  return (
    <ListPart id="payments" title="Money" empty="Nothing was paid.">
      {payments.map(({ payment, isOutside, cents, currency, refund, failures, failure, ...paid }) => (
        <li key={payment} className={ROW}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold tabular-nums">{formatCents(cents, currency)}</span>
            <Badge tone={REFUNDS[refund][0]}>{refundName(refund, isOutside)}</Badge>
          </p>
          <p className="text-sm text-pencil">{isOutside ? 'Outside this site' : `Payment ${payment}`}</p>
          {isOutside && refund === 'requested' ? (
            <div className="my-2">
              <GaveBack eventId={eventId} payment={payment} cents={cents} />
            </div>
          ) : null}
          {paid.refundReason === null ? null : (
            <p className="text-sm text-pencil">
              {`Refund of ${formatCents(paid.refundCents ?? cents, currency)}${paid.refundId === null ? '' : `, ${paid.refundId}`}: ${OWNERS_REFUND_REASONS[paid.refundReason]}`}
            </p>
          )}
          {paid.byHand.map((made) => (
            <p key={made.refund} className="text-sm text-pencil">
              {`Refund of ${formatCents(made.amount, currency)}, ${made.refund}: ${OWNERS_REFUND_REASONS['by-hand']}`}
            </p>
          ))}
          {paid.disputes.map((dispute) => (
            <p key={dispute.dispute} className="text-sm">
              {`Dispute of ${formatCents(dispute.amount, currency)}, ${dispute.dispute}. ${disputeWords(dispute, timeZone)}`}
            </p>
          ))}
          {failure === null ? null : (
            <>
              <p className="mb-2 text-sm">
                <span>{failures === 1 ? 'Failed once' : `Failed ${failures} times`}</span>: <span>{failure}</span>. We
                keep trying.
              </p>
              <CommandButton command="retryRefund" input={{ eventId, payment }}>
                Try the refund again now
              </CommandButton>
            </>
          )}
        </li>
      ))}
    </ListPart>
  );
}

const MAIL_STATES: Readonly<Record<StoryMail['state'], readonly [BadgeTone, string]>> = {
  sent: ['plain', 'Sent'],
  waiting: ['caution', 'Not sent yet'],
  failed: ['danger', 'Couldn’t be sent'],
};

/** Mails to a deleted customer are no longer known. */
export function Mails({ story: { mails, customer }, timeZone }: StoryParts) {
  return (
    <ListPart
      id="mails"
      title="Emails"
      note={customer ? null : 'Emails to the customer aren’t listed: their data is deleted.'}
      empty="No email was sent about this booking."
    >
      {mails.map(({ position, at, to, subject, reminder, state, reason }) => (
        <li key={`${position} ${to}`} className={ROW}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{subject ?? oldSubject(reminder)}</span>
            <Badge tone={MAIL_STATES[state][0]}>{MAIL_STATES[state][1]}</Badge>
          </p>
          <p className="text-sm text-pencil">{`To ${to === 'customer' ? 'the customer' : 'you'}, ${instantWords(at, timeZone)}`}</p>
          {reason === null ? null : <p className="text-sm">{reason}</p>}
        </li>
      ))}
    </ListPart>
  );
}

export function StoryLines({ story: { lines }, timeZone }: StoryParts) {
  return (
    <ListPart id="story" title="Everything that happened" empty="Nothing yet.">
      {lines.map((line) => (
        <li key={line.position} className={ROW}>
          <p>
            <span>{storyWords(line, timeZone)}</span>
            {line.admin === null ? null : <span>{` By ${line.admin}.`}</span>}
          </p>
          <p className="text-sm text-pencil tabular-nums">{`${instantWords(line.at, timeZone)}, no. ${line.position} in the log`}</p>
        </li>
      ))}
    </ListPart>
  );
}
