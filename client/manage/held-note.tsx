import { type DayAvailability, ownTimes } from '#shared/booking/availability.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Notice } from '../components/notices/notice.tsx';
import { TextLink } from '../components/text-link.tsx';

/**
 * Notice about a hold for another visit, while the customer moves this one: what happens to it, and how to give it back.
 */
export function HeldNote({ days }: { readonly days: readonly DayAvailability[] }) {
  const [held] = ownTimes(days, 'yours');
  if (!held) return null;
  return (
    <Notice title={`You’re holding ${slotWords(held)}`}>
      <p className="max-w-prose">
        It’s for another visit, and it isn’t paid for yet. You can move this visit there instead: that ends the hold,
        and nothing is charged for it. Or <TextLink to="/book">pay for it or give it back</TextLink>.
      </p>
    </Notice>
  );
}
