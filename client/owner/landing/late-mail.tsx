import type { LateMail as Late } from '#shared/owner/needs-attention.ts';
import { instantWords } from '#shared/time-zone.ts';
import { Notice } from '../../components/notices/notice.tsx';

interface Parts {
  readonly late: Late;
  readonly timeZone: string;
}

/** The item about waiting mail, until it goes out. */
export function LateMail({ late: { since, failures }, timeZone }: Parts) {
  const tries = failures === 0 ? '' : ` We’ve tried ${failures === 1 ? 'once' : `${failures} times`}.`;
  return (
    <Notice tone="danger" title="Emails are waiting to go out">
      <p className="max-w-prose">
        Customers may be waiting for a confirmation. We keep trying, and each email is sent once it works again. Nothing
        is wrong with the bookings. If it lasts, look whether Resend says that it has a problem.
      </p>
      <p className="mt-2 max-w-prose text-sm">{`The first has waited since ${instantWords(since, timeZone)}.${tries}`}</p>
    </Notice>
  );
}
