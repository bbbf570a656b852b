import { type DayAvailability, isOpen } from '#shared/booking/availability.ts';
import { type Claim, type SessionType, UNITS, UNIT_HOURS, hoursOf } from '#shared/booking/session-type.ts';
import { Ruler, type RulerSegment } from '../../components/calendar/ruler.tsx';
import { SESSION_LENGTHS } from './session-lengths.ts';

interface Parts {
  readonly service: SessionType;
  readonly day: DayAvailability | undefined;
  readonly claim: Claim | null;
}

/**
 * The chosen day from 7 am to 6 pm: what is chosen, what else is open and what is not. The words beside it repeat it.
 */
export function DayRuler(parts: Parts) {
  return <Ruler rows={[segments(parts)]} text={null} marks="ends" />;
}

function segments({ service, day, claim }: Parts): readonly RulerSegment[] {
  if (!day || !claim) return SESSION_LENGTHS[service];
  if (claim === 'full') return [{ hours: hoursOf('full'), state: 'chosen', label: '' }];
  return UNITS.map((unit) => ({
    hours: UNIT_HOURS[unit],
    state: unit === claim ? 'chosen' : isOpen(day, unit) ? 'open' : 'taken',
    label: '',
  }));
}
