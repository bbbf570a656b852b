import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../components/page.tsx';

interface Show {
  /** Posted without script: what the server should show. */
  readonly show: string;
  /** For a post without script that scrolls to a part of the page. */
  readonly formAction?: string;
  readonly onShow: () => void;
  readonly pressed?: boolean;
  /** The button of a taken slot stays, so that the focus on it is kept. */
  readonly isTaken?: boolean;
  readonly look?: ButtonLook;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Without script it posts the form, so that typed values are kept. */
export function ShowButton({
  show,
  formAction,
  onShow,
  pressed,
  isTaken = false,
  look = 'plain',
  className = '',
  children,
}: Show) {
  return (
    <Button
      type="submit"
      name="show"
      value={show}
      formAction={formAction}
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
      <span className="contents">{children}</span>
      {isTaken ? <span className="sr-only">, taken</span> : null}
    </Button>
  );
}
