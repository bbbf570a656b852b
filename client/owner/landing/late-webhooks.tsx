import type { LateWebhooks as Late } from '#shared/owner/needs-attention.ts';
import { instantWords } from '#shared/time-zone.ts';
import { CommandItem } from '../../account/forms/commands.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';

interface Parts {
  readonly late: Late;
  readonly timeZone: string;
}

function triedWords({ failures, reason }: Late): string {
  if (failures === 0) return '';
  const times = failures === 1 ? 'once' : `${failures} times`;
  return ` We’ve tried ${times}${reason === '' ? '.' : `: ${reason}`}`;
}

/** The item about waiting webhook messages, until they go out. */
export function LateWebhooks({ late, timeZone }: Parts) {
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
