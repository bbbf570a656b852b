import { formatCents } from '#shared/money.ts';
import { CommandButton } from '../account/forms/commands.tsx';
import { Confirmed } from './confirmed.tsx';

interface Parts {
  readonly eventId: string;
  readonly payment: string;
  readonly cents: number;
  /** If it is not the booking's page. */
  readonly at?: 'landing';
}

export function GaveBack({ cents, ...input }: Parts) {
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
