import { Link } from '@tanstack/react-router';
import type { Slot } from '#shared/booking/availability.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import { clockTime, zoneName } from '#shared/time-zone.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { buttonClass } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { wordRefusal } from '../../wording/refusals.ts';
import { ForgetHold } from './forget-hold.tsx';
import { visitorHolds } from '../picker/own-time.ts';

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
        <Link
          to="/book/confirmation"
          search={{ status: 'confirmed', service: sessionTypeOf(hold.slot.claim), eventId: hold.eventId }}
          className={buttonClass('plain')}
        >
          See your booking
        </Link>
      </p>
      <ForgetHold state={hold.state} />
    </Notice>
  );
}
