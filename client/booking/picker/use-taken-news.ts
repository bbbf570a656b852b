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
  /** False while the form is being sent: then the visitor's own booking takes the slot. */
  readonly isOn: boolean;
  /** Called when the chosen slot is lost. `isTaken` is false for a slot of today, which may only have become too soon to book. */
  readonly onLost: (slot: Slot, isTaken: boolean) => void;
}

/** Returns text for screen readers: which slots on show were taken or opened. Reports the loss of the chosen slot to `onLost`. */
export function useTakenNews({ availability, service, month, chosen, isOn, onLost }: Watched): string {
  const [news, setNews] = useState('');
  const seen = useRef(availability);
  const compare = useEffectEvent((now: Availability) => {
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
  useEffect(() => compare(availability), [availability]);
  return news;
}
