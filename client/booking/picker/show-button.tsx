import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../components/button.tsx';

interface Show {
  /** What the server is asked to show when no script takes the click. */
  readonly show: string;
  readonly onShow: () => void;
  readonly pressed?: boolean;
  /** It cannot be had any more. The button stays where it is: a visitor who has the focus on it keeps their place. */
  readonly isTaken?: boolean;
  readonly look?: ButtonLook;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Changes what the form shows. Without script it posts the form, so that nothing typed is lost on the way. */
export function ShowButton({ show, onShow, pressed, isTaken = false, look = 'plain', className = '', children }: Show) {
  return (
    <Button
      type="submit"
      name="show"
      value={show}
      formNoValidate
      look={look}
      className={`aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:inset-ring-1 aria-pressed:inset-ring-accent ${isTaken ? 'cursor-not-allowed! border-line! text-pencil! line-through' : ''} ${className}`}
      aria-pressed={pressed}
      aria-disabled={isTaken || undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!isTaken) onShow();
      }}
    >
      {children}
      {isTaken ? <span className="sr-only">, taken</span> : null}
    </Button>
  );
}
