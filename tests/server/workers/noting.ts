import { bookingOf } from '#events/booking/booking.ts';
import { type Follower, follow } from '#server/process/following/follower.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Site } from '../bookings/site.ts';

const DATES: CivilDate[] = ['2027-03-16', '2027-03-17', '2027-03-18'];

/** A follower that notes the booking of each hold it handles, and then calls `handle`. */
export function noting(handle: (booking: string) => void = () => {}, more: Partial<Follower<'SlotHeld'>> = {}) {
  const handled: string[] = [];
  const worker = follow<'SlotHeld'>({
    name: 'noting',
    types: ['SlotHeld'],
    async handle(event) {
      const booking = bookingOf(event.stream);
      handled.push(booking);
      handle(booking);
    },
    ...more,
  });
  return { handled, worker };
}

/** Whether the follower has handled everything up to the last hold. */
export function isLevel({ store }: Site): boolean {
  const last = store.placesOf(['SlotHeld'])(0, 1000).at(-1)?.position ?? 0;
  return store.checkpoints.get('noting') >= last && store.checkpoints.nextPostponed('noting') === null;
}

/** Three visitors hold a slot each. */
export async function threeHolds(site: Site): Promise<string[]> {
  const ids: string[] = [];
  for (const date of DATES) ids.push(await site.visitor().holds({ date }));
  return ids;
}
