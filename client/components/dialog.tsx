import { type ComponentProps, useId } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import type { Elements } from './elements.ts';

declare module 'react' {
  // Invoker commands: a button opens a dialog without scripts.
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}

interface Parts {
  readonly id: string;
  readonly title: string;
  readonly children: Elements;
  /** Buttons at the foot, beside the closing button. */
  readonly actions?: Elements;
  /** Text of the closing button. */
  readonly close?: string;
  /** Renders the dialog open, for the components page. */
  readonly isOpen?: boolean;
}

/** A modal question, as the browser's own dialog: it traps the focus and gives it back when it closes. */
export function Dialog({ id, title, children, actions, close = 'Close', isOpen }: Parts) {
  const titleId = useId();
  return (
    <dialog
      id={id}
      open={isOpen}
      aria-labelledby={titleId}
      closedby="any"
      className="w-[calc(100%-2rem)] max-w-prose rounded-sheet border border-edge bg-sheet p-0 text-ink shadow-float m-auto backdrop:bg-[rgb(8_20_41/0.5)]"
    >
      <div className="flex flex-col gap-4 p-5">
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        {children}
        <form method="dialog" className="flex flex-wrap-reverse justify-end gap-3">
          <Button type="submit">{close}</Button>
          {actions}
        </form>
      </div>
    </dialog>
  );
}

/** Opens a dialog of the same page. */
export function DialogButton({ dialog, ...button }: ComponentProps<'button'> & { dialog: string; look?: ButtonLook }) {
  return (
    <Button
      {...button}
      command="show-modal"
      commandfor={dialog}
      onClick={() => {
        // Fallback for browsers without the `command` attribute.
        const element = document.getElementById(dialog);
        if (!('command' in HTMLButtonElement.prototype) && element instanceof HTMLDialogElement) element.showModal();
      }}
    />
  );
}
