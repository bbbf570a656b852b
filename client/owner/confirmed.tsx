import { type ReactNode, useId } from 'react';
import { Sign, type Elements } from '../components/page.tsx';
import { formatCents } from '#shared/money.ts';
import { CommandButton } from '../account/forms/commands.tsx';

interface Parts {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  /** Of those with the same name, one is open. */
  readonly name?: string;
  readonly describedBy?: string;
  readonly children: ReactNode;
}

/** A native `details`, which opens without script. */
export function Disclosure({ title, isOpenAtFirst, name, describedBy, children }: Parts) {
  return (
    <details name={name} open={isOpenAtFirst} className="group rounded-sheet border border-edge bg-sheet">
      <summary
        aria-describedby={describedBy}
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden"
      >
        <span className="grow">{title}</span>
        <Sign name="right" className="transition-transform group-open:rotate-90" />
      </summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}

/** An action that asks before it is done. */
export function Confirmed({ title, text, children }: { title: string; text: string; children: Elements }) {
  const id = useId();
  return (
    <Disclosure title={title} name="asked" describedBy={id}>
      <p id={id}>{text}</p>
      {children}
    </Disclosure>
  );
}

export function GaveBack({ cents, ...input }: { eventId: string; payment: string; cents: number; at?: 'landing' }) {
  return (
    <Confirmed
      title="I gave it back"
      text={`The booking will say that ${formatCents(cents)} went back, and you can’t undo that. The site sends no money.`}
    >
      <CommandButton
        command="settleRefund"
        input={input}
        look="danger"
      >{`Yes, I gave ${formatCents(cents)} back`}</CommandButton>
    </Confirmed>
  );
}
