import { type DayAvailability, isOpen } from '#shared/booking/availability.ts';
import {
  type Claim,
  type SessionType,
  ALL_UNITS,
  hoursOf,
  UNITS,
  isWholeDay,
  claimsOf,
} from '#shared/booking/session-type.ts';
import { Ruler, type RulerSegment } from '../../components/calendar/ruler.tsx';

interface Parts {
  readonly service: SessionType;
  readonly day: DayAvailability | undefined;
  readonly claim: Claim | null;
}

/** Repeats the words beside it. */
export function DayRuler(parts: Parts) {
  return <Ruler rows={[segments(parts)]} text={null} marks="ends" />;
}

function segments({ service, day, claim }: Parts): readonly RulerSegment[] {
  if (!day || !claim) return sessionLengths(service);
  if (isWholeDay(claim)) return [{ hours: hoursOf(claim), state: 'chosen', label: '' }];
  return ALL_UNITS.map((unit) => ({
    hours: UNITS[unit].hours,
    state: unit === claim ? 'chosen' : isOpen(day, unit) ? 'open' : 'taken',
    label: '',
  }));
}

/** Either half of a day, or all of it. */
export function sessionLengths(service: SessionType): readonly RulerSegment[] {
  return claimsOf(service).map((claim) => ({ hours: hoursOf(claim), state: 'length', label: '' }));
}
