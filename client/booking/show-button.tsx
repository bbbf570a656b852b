import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../components/button.tsx';

interface Show {
  /** What the server is asked to show when no script takes the click. */
  readonly show: string;
  readonly onShow: () => void;
  readonly pressed?: boolean;
  readonly look?: ButtonLook;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Changes what the form shows. Without script it posts the form, so that nothing typed is lost on the way. */
export function ShowButton({ show, onShow, pressed, look = 'plain', className = '', children }: Show) {
  return (
    <Button
      type="submit"
      name="show"
      value={show}
      formNoValidate
      look={look}
      className={`aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:inset-ring-1 aria-pressed:inset-ring-accent ${className}`}
      aria-pressed={pressed}
      onClick={(event) => {
        event.preventDefault();
        onShow();
      }}
    >
      {children}
    </Button>
  );
}
