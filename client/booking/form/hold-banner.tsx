import type { Slot } from '#shared/booking/availability.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import { clockTime, zoneName } from '#shared/time-zone.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { buttonClass, Button, ButtonLink } from '../../components/page.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { wordRefusal } from '../../wording/refusals.ts';
import { visitorHolds } from '../picker/own-time.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { clearDraft } from './state/draft.ts';

interface Parts {
  readonly hold: CurrentHold;
  readonly timeZone: string;
  readonly chosen: Slot | null;
}

/** A link to pay for the hold; later what happened to it. */
export function HoldBanner({ hold, timeZone, chosen }: Parts) {
  if (hold.state === 'booked') return <Booked hold={hold} />;
  if (hold.state !== 'standing') {
    const { title, text } = wordRefusal(hold.state === 'lapsed' ? 'hold-lapsed' : 'slot-lost');
    return (
      <Notice tone="caution" title={title} text={text}>
        <ForgetHold state={hold.state} />
      </Notice>
    );
  }
  return (
    <Notice tone="info" title={`You’re holding ${slotWords(hold.slot)}`}>
      <p>
        No one else can take it until <span>{`${clockTime(hold.expiresAt, timeZone)} ${zoneName(timeZone)}`}</span>.
        It’s booked once you’ve paid. You can still change your answers below.
      </p>
      {chosen && !visitorHolds(hold, chosen) ? (
        <p className="mt-3">
          <strong>{`Below, ${slotWords(chosen)} is picked.`}</strong> If you book that instead, we’ll let go of the time
          you’re holding.
        </p>
      ) : null}
      {hold.payUrl ? (
        <p className="mt-3">
          <a className={buttonClass('primary')} href={hold.payUrl}>
            Continue to payment
          </a>
        </p>
      ) : null}
      <ForgetHold state={hold.state} />
    </Notice>
  );
}

function Booked({ hold }: Pick<Parts, 'hold'>) {
  return (
    <Notice tone="done" title={`You’ve booked ${slotWords(hold.slot)}`}>
      <p>It’s paid, and there’s nothing left to do. The form below books another visit.</p>
      <p className="mt-3">
        <ButtonLink
          to="/book/confirmation"
          search={{ status: 'confirmed', service: sessionTypeOf(hold.slot.claim), eventId: hold.eventId }}
        >
          See your booking
        </ButtonLink>
      </p>
      <ForgetHold state={hold.state} />
    </Notice>
  );
}

const WORDS: Readonly<Record<CurrentHold['state'], readonly [says: string, button: string]>> = {
  standing: [
    'Changed your mind? The time opens to others right away, nothing is charged, and this browser forgets your answers.',
    'Give the time back',
  ],
  lapsed: ['This browser remembers what you typed for a day.', 'Forget my answers'],
  refunded: ['This browser remembers what you typed for a day.', 'Forget my answers'],
  booked: [
    'Not your own device? The visit stays booked; only this browser forgets it.',
    'Forget the booking on this device',
  ],
};

/** Posts the form around it; the server ignores the other fields. */
export function ForgetHold({ state }: Pick<CurrentHold, 'state'>) {
  const [says, button] = WORDS[state];
  return (
    <div className="mt-4 flex flex-col items-start gap-x-4 gap-y-1 border-t border-line pt-3 text-sm sm:flex-row sm:items-center sm:justify-between">
      <p id="forget-hold-says" className="max-w-[52ch]">
        <span>{says}</span>
        {state === 'booked' ? null : (
          <span className="hidden noscript:inline">
            {' '}
            The Back button may still show them, so close this tab afterward.
          </span>
        )}
      </p>
      <Button
        type="submit"
        look="quiet"
        formAction={rpcPath('forgetHold')}
        formNoValidate
        className="-ml-4 shrink-0 sm:-mr-4 sm:ml-0"
        aria-describedby="forget-hold-says"
        onClick={clearDraft}
      >
        {button}
      </Button>
    </div>
  );
}
