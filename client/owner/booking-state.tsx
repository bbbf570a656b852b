import { type ListedState, STATE_NAMES } from '#shared/owner/bookings-list.ts';
import { Badge, type BadgeTone } from '../components/badge.tsx';

const TONES: Readonly<Record<ListedState, BadgeTone>> = {
  held: 'caution',
  expired: 'plain',
  confirmed: 'done',
  cancelled: 'plain',
  forfeited: 'caution',
  refunded: 'plain',
  completed: 'done',
  'no-show': 'caution',
};

/** The state of a booking, for the owner. */
export function BookingState({ state }: { readonly state: ListedState }) {
  return <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>;
}
