import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Availability, Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { type CivilMonth, monthOf } from '#shared/civil-date.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import { nextOpenDays } from './slot-list.tsx';
import { takenSince, takenWords } from './taken-words.ts';

interface Watched {
  readonly availability: Availability;
  readonly service: SessionType;
  /** The shown month; null for the list of the next open days. */
  readonly month: CivilMonth | null;
  readonly chosen: Slot | null;
  /** Whether the form is being sent: the visitor's own booking then takes the time. */
  readonly isOn: boolean;
  /** Called with whether another customer has taken it: a time of today may also have become too close. */
  readonly onLost: (slot: Slot, isTaken: boolean) => void;
}

/** Announces to screen readers which shown times were taken or opened. `onLost` reports the chosen one. */
export function useTakenNews({ availability, service, month, chosen, isOn, onLost }: Watched): string {
  const [news, setNews] = useState('');
  const seen = useRef(availability);
  const look = useEffectEvent((now: Availability) => {
    const before = seen.current;
    seen.current = now;
    const taken = isOn ? takenSince(before, now, service) : [];
    const freed = isOn ? takenSince(now, before, service) : [];
    const isChosen = (slot: Slot) => chosen !== null && slotValue(slot) === slotValue(chosen);
    const onShow = (slots: readonly Slot[], { days }: Availability) => {
      const listed = new Set(nextOpenDays(days, service).map(({ date }) => date));
      return slots.filter((slot) => !isChosen(slot) && (month ? monthOf(slot.date) === month : listed.has(slot.date)));
    };
    const words = takenWords(onShow(taken, before), onShow(freed, now));
    if (words !== '') setNews(words);
    const hasPassed = isOn && chosen !== null && before.today <= chosen.date && chosen.date < now.today;
    if (chosen && (hasPassed || taken.some(isChosen))) onLost(chosen, chosen.date > now.today);
  });
  useEffect(() => look(availability), [availability]);
  return news;
}
