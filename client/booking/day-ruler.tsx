import type { DayAvailability } from '#shared/availability.ts';
import { type Claim, UNITS, UNIT_HOURS, hoursOf } from '#shared/session-type.ts';
import { Ruler, type RulerSegment } from '../components/ruler.tsx';

interface Parts {
  readonly day: DayAvailability | undefined;
  readonly claim: Claim | null;
}

/** The chosen day from 7 to 18: what is chosen of it, what else is open and what is not. The words beside it say it too. */
export function DayRuler({ day, claim }: Parts) {
  return <Ruler rows={[segments(day, claim)]} text={null} marks="ends" />;
}

function segments(day: DayAvailability | undefined, claim: Claim | null): RulerSegment[] {
  if (!day || !claim) return UNITS.map((unit) => ({ hours: UNIT_HOURS[unit], state: 'length', label: '' }));
  if (claim === 'full') return [{ hours: hoursOf('full'), state: 'chosen', label: '' }];
  return UNITS.map((unit) => ({
    hours: UNIT_HOURS[unit],
    state: unit === claim ? 'chosen' : day[unit] === 'gone' ? 'taken' : 'open',
    label: '',
  }));
}
