import type { CurrentHold } from '#shared/calls/contract.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { Button } from '../../components/button.tsx';
import { clearDraft } from './state/draft.ts';

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
