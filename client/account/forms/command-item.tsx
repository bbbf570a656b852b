import { type ReactNode, useRef } from 'react';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { useToast } from '../../shell/toasts/toasts.tsx';
import { type Command, CommandForm } from './command-form.tsx';
import { failureOf } from './failure.ts';
import { useKeepFocus } from './use-keep-focus.ts';

interface Parts<Of extends AccountCommand> extends Command<Of> {
  readonly className: string;
  readonly children: ReactNode;
}

const TOO_MANY = 429;

/** A command in a menu or a bar. There is no room beside it, so a toast says the result. */
export function CommandItem<Of extends AccountCommand>({ className, children, ...command }: Parts<Of>) {
  const toast = useToast();
  const ref = useRef<HTMLButtonElement>(null);

  // The row may leave the list, with the focused button.
  const keepFocus = useKeepFocus();

  function begin() {
    keepFocus();
    closeMenu(ref.current);
  }

  function tell(error: unknown) {
    const { wording } = failureOf(error);
    // As without script: the page shows what is true now, and says why the command was refused for as long as it is open. The
    // sign-in page does so when access is refused, and leads back.
    if (isRefused(error)) ref.current?.form?.submit();
    else if (wording) toast(`${wording.title}. ${wording.text}`, 'error');
  }

  return (
    <CommandForm {...command} onSend={begin} onFailed={tell}>
      {(isPending) => (
        <button ref={ref} type="submit" className={className} aria-disabled={isPending}>
          {children}
        </button>
      )}
    </CommandForm>
  );
}

/** Whether the command was refused for what it asks, not because it came too often or at a bad time. */
function isRefused(error: unknown): boolean {
  return error instanceof RpcError && error.refusal !== null && error.status < TOO_MANY;
}

/** Closes the menu around it, if any. Browsers without popovers always show it. */
function closeMenu(item: HTMLElement | null): void {
  const menu = item?.closest<HTMLElement>('[popover]');
  if (menu && 'hidePopover' in menu) menu.hidePopover();
}
