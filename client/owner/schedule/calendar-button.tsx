import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { CLOSE_PATH, type DatesQuery } from '#shared/owner/schedule.ts';
import { type Command, CommandForm } from '../../account/forms/command-form.tsx';
import { type AccountFailure, failureOf } from '../../account/forms/failure.ts';
import { FailureNotice } from '../../account/forms/failure-notice.tsx';
import { useKeepFocus } from '../../account/forms/use-keep-focus.ts';
import { reloadInPlace } from '../../account/forms/use-command.ts';
import { Button, type ButtonLook } from '../../components/button.tsx';

/** Refusals that the page about the closure explains, with what is in the way. */
const EXPLAINED: ReadonlySet<string | null> = new Set(['units-taken', 'refunds-not-accepted']);

interface Parts<Of extends 'closeUnits' | 'openUnits'> extends Command<Of> {
  readonly look?: ButtonLook;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Closes or opens units. A refused closure leads to the page that lists what is in the way; there, the list is read again. */
export function CalendarButton<Of extends 'closeUnits' | 'openUnits'>(parts: Parts<Of>) {
  const { look, className, children, ...command } = parts;
  const [failure, setFailure] = useState<AccountFailure | null>(null);
  const id = useId();
  const router = useRouter();
  const navigate = useNavigate();
  const isExplaining = useLocation({ select: ({ pathname }) => pathname === CLOSE_PATH });
  const keepFocus = useKeepFocus();

  async function refuse(error: unknown) {
    const isExplained = error instanceof RpcError && EXPLAINED.has(error.refusal);
    if (isExplained && !isExplaining) {
      const { first, last, units }: DatesQuery = command.input;
      await navigate({ to: CLOSE_PATH, search: { first, last, units } });
      return;
    }
    setFailure(failureOf(error));
    if (isExplained) await reloadInPlace(router);
  }

  function begin() {
    keepFocus();
    setFailure(null);
  }

  return (
    <CommandForm {...command} onSend={begin} onFailed={(error) => void refuse(error)}>
      {(isPending) => (
        <div className="flex flex-col items-start gap-3">
          <FailureNotice failure={failure} id={id} />
          <Button type="submit" {...(look && { look })} {...(className && { className })} aria-disabled={isPending}>
            {children}
          </Button>
        </div>
      )}
    </CommandForm>
  );
}
