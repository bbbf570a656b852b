import { shortDate } from '../civil-date.ts';
import type { Slot } from './availability.ts';
import { type Claim, hoursOf, claimsOf, type Hours, type SessionType } from './session-type.ts';

function hour(value: number): string {
  if (value === 12) return 'noon';
  return value < 12 ? `${value}:00 am` : `${value - 12}:00 pm`;
}

/** `7:00 am to noon`, in the business time zone. */
export function hoursWords({ start, end }: Hours): string {
  return `${hour(start)} to ${hour(end)}`;
}

export function claimHours(claim: Claim): string {
  return hoursWords(hoursOf(claim));
}

/** `7:00 am to noon, or 1:00 pm to 6:00 pm` */
export function sessionHours(service: SessionType, or = ', or '): string {
  return claimsOf(service).map(claimHours).join(or);
}

/** `Tue, Mar 9, 7:00 am to noon` */
export function slotWords({ date, claim }: Slot): string {
  return `${shortDate(date)}, ${claimHours(claim)}`;
}
