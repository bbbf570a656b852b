import type { RefCallback } from 'react';
import {
  type Availability,
  type DayAvailability,
  type Slot,
  isOfVisit,
  isOpen,
  isYours,
  openClaims,
  ownTimes,
} from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/booking/hours.ts';
import type { Claim, SessionType } from '#shared/booking/session-type.ts';
import { RadioCard } from '../../components/fields/choice.tsx';
import { DayList, DayRow } from '../../components/calendar/day-list.tsx';
import { CLAIM_NAMES, LOOK_AGAIN, lateTerms, NOTICE_ADVICE_IN_SHORT, changeWords } from '../../wording/slot-words.ts';

/** Number of days with open times in the list. */
const DAYS_SHOWN = 6;

/** Whether a day has something to choose, or is the day of the visit that is being moved. */
export function isListed(day: DayAvailability, service: SessionType): boolean {
  return openClaims(day, service).length > 0 || ownTimes([day], 'visit').length > 0;
}

/** The first days with an open slot for the session type. */
export function nextOpenDays(days: readonly DayAvailability[], service: SessionType): readonly DayAvailability[] {
  return days.filter((day) => isListed(day, service)).slice(0, DAYS_SHOWN);
}

/** Whether nothing of any length is open: without an open half day there is no full day either. */
export function isEveryDayFull(days: readonly DayAvailability[]): boolean {
  return days.every((day) => openClaims(day, 'half-day').length === 0);
}

export interface SlotPicker {
  readonly availability: Availability;
  readonly service: SessionType;
  readonly slot: Slot | null;
  readonly onSlot: (slot: Slot) => void;
  /** Of the radio buttons; see `slotFieldName`. */
  readonly name: string;
  /** Whether the owner picks for a customer: notes about the terms are left out. */
  readonly isOwners?: boolean;
  /** Called when a focused time is removed. */
  readonly placeRef?: RefCallback<HTMLInputElement>;
}

type Own = 'yours' | 'visit';

/** Labels of the visitor's own slots; for the owner, of those of the customer. */
export function ownWords(own: Own, isOwners: boolean): string {
  if (own === 'yours') return 'held for you';
  return isOwners ? 'the visit now' : 'your visit now';
}

interface List extends SlotPicker {
  /** Whether the visit already has its length. */
  readonly isFixed: boolean;
  /** The next open days, unless the list already shows others. */
  readonly listed?: readonly DayAvailability[];
}

/** Columns of a claim on the ruler of eleven hours. */
const PLACES: Readonly<Record<Claim, string>> = { am: 'col-span-5', pm: 'col-start-7 col-span-5', full: 'col-span-11' };

/**
 * The next days with open times: each time is a radio button as long as its hours, with the day's deadline beside it.
 */
export function SlotList({ availability, service, isFixed, listed: kept, isOwners = false, ...picker }: List) {
  const { days, today } = availability;
  const listed = kept ?? nextOpenDays(days, service);
  if (listed.length === 0) return <p>{wordsForNone(days, service, isFixed)}</p>;
  const claims: readonly Claim[] = service === 'full-day' ? ['full'] : ['am', 'pm'];
  return (
    <>
      <DayList>
        {listed.map((day) => {
          const noteId = `change-${service}-${day.date}`;
          return (
            <DayRow
              key={day.date}
              title={shortDate(day.date)}
              note={`${nearName(day, today)}${changeWords(day, today)}`}
              noteId={noteId}
            >
              {claims.map((claim) => (
                <Place key={claim} {...{ day, claim, noteId, isOwners, ...picker }} />
              ))}
            </DayRow>
          );
        })}
      </DayList>
      {isOwners ? null : <LateNotes days={listed} service={service} />}
    </>
  );
}

/** Message where nothing of a length is open. Without an open half day there is no full day either. */
function wordsForNone(days: readonly DayAvailability[], service: SessionType, isFixed: boolean): string {
  const isHalfOpen = service === 'full-day' && nextOpenDays(days, 'half-day').length > 0;
  if (isHalfOpen && !isFixed) return 'No full day is open right now. Try a half day.';
  const what = isHalfOpen ? 'No full day' : 'Nothing';
  return `${what} is open right now. ${LOOK_AGAIN}`;
}

type Time = Omit<SlotPicker, 'availability' | 'service' | 'isOwners'> & {
  readonly day: DayAvailability;
  readonly claim: Claim;
  readonly isOwners: boolean;
  readonly noteId: string;
};

/** Content under the hours of a time: a radio button while it can be chosen. */
function Place({ day, claim, noteId, isOwners, slot, onSlot, name, placeRef }: Time) {
  const time = { date: day.date, claim };
  const isHeld = isYours(day, claim);
  if (isOfVisit(day, claim)) {
    return (
      <p className={`rounded-sheet border border-ink px-2 py-2.5 sm:px-3 ${PLACES[claim]}`}>
        <TimeWords claim={claim} own={ownWords('visit', isOwners)} />
      </p>
    );
  }
  if (!isOpen(day, claim)) {
    return (
      <p
        tabIndex={-1}
        data-place={slotValue(time)}
        className={`taken flex items-center justify-center rounded-sheet border border-line text-sm text-pencil ${PLACES[claim]}`}
      >
        <span className="bg-paper px-2">
          <span className="sr-only">{`${CLAIM_NAMES[claim]} `}</span>not open
        </span>
      </p>
    );
  }
  return (
    <RadioCard
      ref={placeRef}
      className={`max-sm:gap-2 max-sm:px-2 ${PLACES[claim]}`}
      name={name}
      value={slotValue(time)}
      checked={slot?.date === day.date && slot.claim === claim}
      onChange={() => onSlot(time)}
      aria-label={`${shortDate(day.date)}, ${CLAIM_NAMES[claim]}, ${claimHours(claim)}${isHeld ? `, ${ownWords('yours', isOwners)}` : ''}`}
      aria-describedby={noteId}
    >
      <TimeWords claim={claim} own={isHeld ? ownWords('yours', isOwners) : null} />
    </RadioCard>
  );
}

function TimeWords({ claim, own }: { readonly claim: Claim; readonly own: string | null }) {
  return (
    <>
      <span className="block leading-snug font-semibold">{CLAIM_NAMES[claim]}</span>
      <span className="block text-xs leading-snug text-balance text-pencil sm:text-sm">{claimHours(claim)}</span>
      {own ? <strong className="block text-sm first-letter:uppercase">{own}</strong> : null}
    </>
  );
}

/** The terms of booking on short notice, once for all days that they apply to. */
function LateNotes({ days, service }: { readonly days: readonly DayAvailability[]; readonly service: SessionType }) {
  const notes = [
    ...(days.some(({ freeChangesThrough }) => !freeChangesThrough)
      ? [`Too late to move or cancel for free? ${lateTerms(service)}`]
      : []),
    ...(days.some(({ shortNotice }) => shortNotice) ? [NOTICE_ADVICE_IN_SHORT] : []),
  ];
  return notes.length > 0 ? (
    <div className="border-t border-line pt-3 text-sm text-pencil">
      <p className="max-w-prose">{notes.join(' ')}</p>
    </div>
  ) : null;
}

function nearName(day: DayAvailability, today: Availability['today']): string {
  if (day.date === today) return 'Today. ';
  return day.date === addDays(today, 1) ? 'Tomorrow. ' : '';
}
