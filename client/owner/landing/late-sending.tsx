import type { LateMail as Mail, LateWebhooks as Webhooks } from '#shared/owner/needs-attention.ts';
import { instantWords } from '#shared/time-zone.ts';
import { CommandItem } from '../../account/forms/commands.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';

export function LateMail({ late: { since, failures }, timeZone }: { readonly late: Mail; readonly timeZone: string }) {
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

function triedWords({ failures, reason }: Webhooks): string {
  if (failures === 0) return '';
  const times = failures === 1 ? 'once' : `${failures} times`;
  return ` We’ve tried ${times}${reason === '' ? '.' : `: ${reason}`}`;
}

export function LateWebhooks({ late, timeZone }: { readonly late: Webhooks; readonly timeZone: string }) {
  const { waiting, since } = late;
  const title = waiting === 1 ? 'A webhook message can’t be sent' : `${waiting} webhook messages can’t be sent`;
  return (
    <Notice tone="danger" title={title}>
      <p className="max-w-prose">
        Your other programs don’t know about the latest changes yet. We keep trying, and send everything in order once
        it works again. Nothing is wrong with the bookings.
      </p>
      <p className="mt-2 max-w-prose text-sm wrap-anywhere">{`Waiting since ${instantWords(since, timeZone)}.${triedWords(late)}`}</p>
      <div className="mt-3">
        <CommandItem command="hastenWebhooks" input={{}} className={buttonClass()}>
          Try again now
        </CommandItem>
      </div>
    </Notice>
  );
}
