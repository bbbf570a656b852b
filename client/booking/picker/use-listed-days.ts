import { useState } from 'react';
import type { DayAvailability } from '#shared/booking/availability.ts';
import type { CivilDate, CivilMonth } from '#shared/civil-date.ts';
import { SESSION_TYPES, type SessionType } from '#shared/booking/session-type.ts';
import { isListed, nextOpenDays } from './slot-list.tsx';

/** With fewer open days than this, the list is renewed. */
const FEWEST_OPEN = 3;

type Lists<Item> = Readonly<Record<SessionType, readonly Item[]>>;

function eachType<Item>(make: (service: SessionType) => readonly Item[]): Lists<Item> {
  return { 'half-day': make('half-day'), 'full-day': make('full-day') };
}

/** The days of the lists. They keep their places while the visitor looks at them: a taken time turns gray in place. */
export function useListedDays(days: readonly DayAvailability[], month: CivilMonth | null): Lists<DayAvailability> {
  const begin = () => ({ month, dates: eachType((service) => nextOpenDays(days, service).map(({ date }) => date)) });
  const [list, setList] = useState(begin);
  const known = new Map(days.map((day) => [day.date, day]));
  const listed = (dates: readonly CivilDate[]) => dates.flatMap((date) => known.get(date) ?? []);
  const isSpent = (service: SessionType) => {
    const open = listed(list.dates[service]).filter((day) => isListed(day, service));
    return open.length < Math.min(FEWEST_OPEN, nextOpenDays(days, service).length);
  };
  if (list.month !== month || SESSION_TYPES.some(isSpent)) {
    const renewed = begin();
    setList(renewed);
    return eachType((service) => listed(renewed.dates[service]));
  }
  return eachType((service) => listed(list.dates[service]));
}
