import { type ReactNode, useRef } from 'react';
import { isAccessRefusal } from '#shared/account/page-access.ts';
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
    const refusal = error instanceof RpcError ? error.refusal : null;
    const { wording } = failureOf(error);
    // As without script: the sign-in page says that nothing was changed, and leads back.
    if (isAccessRefusal(refusal)) ref.current?.form?.submit();
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

/** Closes the menu around it, if any. Browsers without popovers always show it. */
function closeMenu(item: HTMLElement | null): void {
  const menu = item?.closest<HTMLElement>('[popover]');
  if (menu && 'hidePopover' in menu) menu.hidePopover();
}
