import { type Availability, type Slot, isOpen, openClaims } from '#shared/booking/availability.ts';
import { type CivilMonth, monthOf, shortDate } from '#shared/civil-date.ts';
import { type SessionType, CLAIMS } from '#shared/booking/session-type.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { slotValue } from '#shared/booking/booking-form.ts';
import { nextOpenDays } from './slot-list.tsx';

interface Watched {
  readonly availability: Availability;
  readonly service: SessionType;
  /** Null for the next open days. */
  readonly month: CivilMonth | null;
  readonly chosen: Slot | null;
  /** False while the form is being sent, because the visitor's own booking takes the slot. */
  readonly isOn: boolean;
  /** `isTaken` is false for a slot of today, which may only have become too soon to book. */
  readonly onLost: (slot: Slot, isTaken: boolean) => void;
}

/** Text for screen readers about shown slots that were taken or opened. Reports the loss of the chosen one. */
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

const MOST_NAMED = 3;

export function takenSince(before: Availability, after: Availability, service: SessionType): Slot[] {
  const now = new Map(after.days.map((day) => [day.date, day]));
  return before.days.flatMap((was) => {
    const day = now.get(was.date);
    if (!day || day === was) return [];
    return openClaims(was, service)
      .filter((claim) => !isOpen(day, claim))
      .map((claim) => ({ date: was.date, claim }));
  });
}

function sentenceAbout(slots: readonly Slot[], state: { readonly few: string; readonly many: string }): string[] {
  if (slots.length === 0) return [];
  if (slots.length > MOST_NAMED) return [`${slots.length} times on this page are ${state.many}.`];
  const names = slots.map(({ date, claim }) => `${shortDate(date)}, ${CLAIMS[claim].label.toLowerCase()}`);
  return [`${state.few}: ${names.join('; ')}.`];
}

/** Text for screen readers. */
export function takenWords(taken: readonly Slot[], freed: readonly Slot[] = []): string {
  return [
    ...sentenceAbout(taken, { few: 'No longer open', many: 'no longer open' }),
    ...sentenceAbout(freed, { few: 'Open again', many: 'open again' }),
  ].join(' ');
}
