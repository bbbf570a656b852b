import { type SessionType, claimsOf, hoursOf } from '#shared/booking/session-type.ts';
import type { RulerSegment } from '../../components/calendar/ruler.tsx';

/** The claims as lengths of a day: either half, or all of it. */
export function sessionLengths(service: SessionType): readonly RulerSegment[] {
  return claimsOf(service).map((claim) => ({ hours: hoursOf(claim), state: 'length', label: '' }));
}
