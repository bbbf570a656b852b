import { OPENING_HOURS, type SessionType, UNIT_HOURS } from '#shared/booking/session-type.ts';
import type { RulerSegment } from '../../components/calendar/ruler.tsx';

/** The claims as lengths of a day: either half, or all of it. */
export const SESSION_LENGTHS: Readonly<Record<SessionType, readonly RulerSegment[]>> = {
  'half-day': [
    { hours: UNIT_HOURS.am, state: 'length', label: '' },
    { hours: UNIT_HOURS.pm, state: 'length', label: '' },
  ],
  'full-day': [{ hours: OPENING_HOURS, state: 'length', label: '' }],
};
