import { formatCents } from '#shared/money.ts';
import { CommandButton } from '../account/forms/commands.tsx';
import { Confirmed } from './confirmed.tsx';

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
