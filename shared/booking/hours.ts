import { shortDate } from '../civil-date.ts';
import type { Slot } from './availability.ts';
import { type Claim, hoursOf } from './session-type.ts';

function hour(value: number): string {
  if (value === 12) return 'noon';
  return value < 12 ? `${value}:00 am` : `${value - 12}:00 pm`;
}

/** `7:00 am to noon`, in the business time zone. */
export function claimHours(claim: Claim): string {
  const { start, end } = hoursOf(claim);
  return `${hour(start)} to ${hour(end)}`;
}

/** `Tue, Mar 9, 7:00 am to noon` */
export function slotWords({ date, claim }: Slot): string {
  return `${shortDate(date)}, ${claimHours(claim)}`;
}
