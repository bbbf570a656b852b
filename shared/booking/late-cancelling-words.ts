import { type SessionType, ALL_SESSION_TYPES, claimsOf, isWholeDay } from './session-type.ts';

export function soldAgain(service: SessionType): string {
  return claimsOf(service).every(isWholeDay) ? 'that whole day' : 'that time';
}

/** `we keep the $299, unless someone else books that time. Then you get a full refund.` */
export function keptUnlessSold(what = 'the payment', service: SessionType = ALL_SESSION_TYPES[0]): string {
  return `we keep ${what}, unless someone else books ${soldAgain(service)}. Then you get a full refund.`;
}

/** A customer may see the slot sold again and get no refund. */
export const WHICH_SALE_COUNTS =
  'Only a new, paid booking counts. A visit that someone moves there doesn’t. If more than one customer cancels that time late, the first to cancel gets the first refund.';
