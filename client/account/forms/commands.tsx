import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Notice as NoticeName, LASTING, noticeTone, noticeWords } from '#shared/account/notices.ts';
import type { AccountCommand, AccountInput } from '#shared/account/account-fields.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { Button, type ButtonLook, type Elements } from '../../components/page.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { ActionForm, postPlainly } from '../../shell/action-form.tsx';
import { focusPlaceIfLost, placesOfFocus } from '../../shell/layout/page-focus.ts';
import { useToast } from '../../shell/toasts/toasts.tsx';
import { type AccountFailure, FORM_FIELD, failureOf, FailureNotice } from './failure.tsx';
import { useFollow } from './use-follow.ts';

export interface Command<Of extends AccountCommand> {
  readonly command: Of;
  readonly input: AccountInput<Of>;
  /** The search parameters of its page, to return to. */
  readonly from?: string;
}

interface FormParts<Of extends AccountCommand> extends Omit<Command<Of>, 'input'> {
  /** For buttons outside of the form. */
  readonly id?: string;
  /** Without the `account`, if the pressed button names it. */
  readonly input: AccountInput<Of> | Omit<AccountInput<Of>, 'account'>;
  readonly onSend: (button: HTMLElement | null) => void;
  readonly onStayed?: (notice: NoticeName | null) => void;
  readonly onRefused: (error: unknown, button: HTMLElement | null) => void | Promise<void>;
  readonly children?: (isPending: boolean) => Elements;
}

function CommandForm<Of extends AccountCommand>(parts: FormParts<Of>) {
  const { command, input, from, onStayed, ...form } = parts;
  const follow = useFollow();
  return (
    <ActionForm
      {...form}
      call={command}
      fields={{ [FORM_FIELD]: command, from, ...(input as Readonly<Record<string, string>>) }}
      onDone={async (done) => {
        const isLeft = await follow(done);
        if (!isLeft) onStayed?.(done.notice);
        return isLeft;
      }}
    />
  );
}

/**
 * Keeps the focus near a button that is removed from the page: on its list item or section, else the heading. Call the result when
 * the command is sent.
 */
function useKeepFocus(): () => void {
  const places = useRef<readonly HTMLElement[] | null>(null);
  useEffect(
    () => () => {
      const { current } = places;
      if (current !== null) requestAnimationFrame(() => focusPlaceIfLost(current));
    },
    [],
  );
  return () => {
    places.current = placesOfFocus();
  };
}

interface ButtonParts<Of extends AccountCommand> extends Command<Of> {
  readonly look?: ButtonLook;
  readonly className?: string;
  /** Returns whether another page explains the refusal. */
  readonly explain?: (error: unknown) => Promise<boolean>;
  readonly children: ReactNode;
}

/** The result is above the button. */
export function CommandButton<Of extends AccountCommand>(parts: ButtonParts<Of>) {
  const { look, className, explain, children, ...command } = parts;
  const [failure, setFailure] = useState<AccountFailure | null>(null);
  const [notice, setNotice] = useState<NoticeName | null>(null);
  const id = useId();
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) noticeRef.current?.focus();
  }, [notice]);
  const keepFocus = useKeepFocus();

  function clear() {
    keepFocus();
    setFailure(null);
    setNotice(null);
  }

  async function refuse(error: unknown) {
    if (!(await explain?.(error))) setFailure(failureOf(error));
  }

  return (
    <CommandForm {...command} onSend={clear} onStayed={setNotice} onRefused={refuse}>
      {(isPending) => (
        <div className="flex max-w-prose flex-col items-start gap-3">
          <FailureNotice failure={failure} id={id} />
          {notice !== null && LASTING.has(notice) ? (
            <Notice tone={noticeTone(notice)} tabIndex={-1} ref={noticeRef}>
              <p>{noticeWords(notice)}</p>
            </Notice>
          ) : null}
          <Button type="submit" {...(look && { look })} {...(className && { className })} aria-disabled={isPending}>
            {children}
          </Button>
        </div>
      )}
    </CommandForm>
  );
}

/** For commands without space beside them: tells the result by a toast. */
function useToldByToast() {
  const toast = useToast();
  return {
    onSend: closeMenu,
    onRefused(error: unknown, button: HTMLElement | null) {
      const { wording } = failureOf(error);
      // A plain post shows the refusal on the page. If access is refused, the sign-in page does.
      if (isRefused(error)) postPlainly(button);
      else if (wording) toast(`${wording.title}. ${wording.text}`, 'error');
    },
  };
}

const TOO_MANY = 429;

/** False for 429 and faults of the server: these are told in place. */
function isRefused(error: unknown): boolean {
  return error instanceof RpcError && error.refusal !== null && error.status < TOO_MANY;
}

/** Browsers without popovers always show the menu. */
function closeMenu(item: HTMLElement | null): void {
  const menu = item?.closest<HTMLElement>('[popover]');
  if (menu && 'hidePopover' in menu) menu.hidePopover();
}

interface ItemParts<Of extends AccountCommand> extends Command<Of> {
  readonly className: string;
  readonly children: ReactNode;
}

export function CommandItem<Of extends AccountCommand>({ className, children, ...command }: ItemParts<Of>) {
  // The row may leave the list, with the focused button.
  const keepFocus = useKeepFocus();
  return (
    <CommandForm {...command} {...useToldByToast()}>
      {(isPending) => (
        <button type="submit" className={className} aria-disabled={isPending} onClick={keepFocus}>
          {children}
        </button>
      )}
    </CommandForm>
  );
}

type RowCommand = {
  [Of in AccountCommand]: AccountInput<Of> extends { readonly account: string } ? Of : never;
}[AccountCommand];

interface RowFormParts<Of extends RowCommand> extends Omit<Command<Of>, 'input'> {
  readonly id: string;
  readonly input: Omit<AccountInput<Of>, 'account'>;
}

/** Without its buttons, because a form in each row would be most of the page. */
export function RowForm<Of extends RowCommand>(parts: RowFormParts<Of>) {
  return <CommandForm {...parts} {...useToldByToast()} />;
}

interface RowButtonParts {
  /** The `id` of the `RowForm`. */
  readonly form: string;
  readonly account: string;
  readonly className: string;
  readonly children: ReactNode;
}

export function RowButton({ form, account, className, children }: RowButtonParts) {
  // The row may leave the list, with the focused button.
  const keepFocus = useKeepFocus();
  return (
    <button type="submit" form={form} name="account" value={account} className={className} onClick={keepFocus}>
      {children}
    </button>
  );
}
