import type { ListedState } from '#shared/owner/bookings-list.ts';
import { Badge, type BadgeTone } from '../components/badge.tsx';

const STATES: Readonly<Record<ListedState, readonly [BadgeTone, string]>> = {
  held: ['caution', 'Held, not paid'],
  expired: ['plain', 'Never paid'],
  confirmed: ['done', 'Booked'],
  cancelled: ['plain', 'Canceled'],
  forfeited: ['caution', 'Canceled late'],
  refunded: ['plain', 'Refunded'],
  completed: ['done', 'Done'],
  'no-show': ['caution', 'No-show'],
};

/** The state of a booking, for the owner. */
export function BookingState({ state }: { readonly state: ListedState }) {
  const [tone, words] = STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}

export function bookingStateName(state: ListedState): string {
  return STATES[state][1];
}
