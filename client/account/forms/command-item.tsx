import type { ReactNode } from 'react';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { useToast } from '../../shell/toasts/toasts.tsx';
import { type Command, CommandForm, postPlainly } from './command-form.tsx';
import { failureOf } from './failure.ts';
import { useKeepFocus } from './use-keep-focus.ts';

interface Parts<Of extends AccountCommand> extends Command<Of> {
  readonly className: string;
  readonly children: ReactNode;
}

const TOO_MANY = 429;

/** For commands without room beside them: a toast says what failed. */
export function useToldByToast() {
  const toast = useToast();

  function tell(error: unknown, button: HTMLElement | null) {
    const { wording } = failureOf(error);
    // The page says why the command was refused for as long as it is open. The sign-in page does so when access is refused, and
    // leads back.
    if (isRefused(error)) postPlainly(button);
    else if (wording) toast(`${wording.title}. ${wording.text}`, 'error');
  }

  return { begin: closeMenu, tell };
}

/** A command in a menu or a bar. */
export function CommandItem<Of extends AccountCommand>({ className, children, ...command }: Parts<Of>) {
  const { begin, tell } = useToldByToast();
  // The row may leave the list, with the focused button.
  const keepFocus = useKeepFocus();
  return (
    <CommandForm {...command} onSend={begin} onFailed={tell}>
      {(isPending) => (
        <button type="submit" className={className} aria-disabled={isPending} onClick={keepFocus}>
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
