import type { ReactNode, RefCallback } from 'react';
import { HOUR_COLUMNS, Ruler, claimColumns } from '../../components/calendar/ruler.tsx';
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
import {
  type Claim,
  type SessionType,
  CLAIMS,
  ALL_SESSION_TYPES,
  SESSION_TYPES,
  claimsOf,
} from '#shared/booking/session-type.ts';
import { RadioCard } from '../../components/fields/field.tsx';
import { LOOK_AGAIN, lateTerms, NOTICE_ADVICE_IN_SHORT, changeWords } from '../../wording/slot-words.ts';

const LISTED_DAYS = 6;

/** It has an open slot, or is the day of the visit that is being moved. */
export function isListed(day: DayAvailability, service: SessionType): boolean {
  return openClaims(day, service).length > 0 || ownTimes([day], 'visit').length > 0;
}

export function nextOpenDays(days: readonly DayAvailability[], service: SessionType): readonly DayAvailability[] {
  return days.filter((day) => isListed(day, service)).slice(0, LISTED_DAYS);
}

export function isEveryDayFull(days: readonly DayAvailability[]): boolean {
  return days.every((day) => ALL_SESSION_TYPES.every((service) => openClaims(day, service).length === 0));
}

export interface SlotPicker {
  readonly availability: Availability;
  readonly service: SessionType;
  readonly slot: Slot | null;
  readonly onSlot: (slot: Slot) => void;
  /** From `slotFieldName`. */
  readonly name: string;
  /** The owner picks for a customer: notes about the terms are left out. */
  readonly isOwners?: boolean;
  /** From `useFocusPlace`, which moves the focus when a focused slot is removed. */
  readonly placeRef?: RefCallback<HTMLInputElement>;
}

type Own = 'yours' | 'visit';

/** For a slot that the visitor or, on the owner's page, the customer has. */
export function ownWords(own: Own, isOwners: boolean): string {
  if (own === 'yours') return 'held for you';
  return isOwners ? 'the visit now' : 'your visit now';
}

interface List extends SlotPicker {
  readonly isFixed: boolean;
  /** By default, the next open days. */
  readonly listed?: readonly DayAvailability[];
}

/** Each slot is a radio button under its hours; beside each day is its deadline for free changes. */
export function SlotList({ availability, service, isFixed, isOwners = false, ...rest }: List) {
  const { days, today } = availability;
  const { listed = nextOpenDays(days, service), ...picker } = rest;
  if (listed.length === 0) return <p>{nothingOpenWords(days, service, isFixed)}</p>;
  return (
    <>
      <DayList>
        {listed.map((day) => {
          const noteId = `change-${service}-${day.date}`;
          return (
            <DayRow
              key={day.date}
              title={shortDate(day.date)}
              note={`${dayPrefix(day, today)}${changeWords(day, today)}`}
              noteId={noteId}
            >
              {claimsOf(service).map((claim) => (
                <SlotCell key={claim} {...{ day, claim, noteId, isOwners, ...picker }} />
              ))}
            </DayRow>
          );
        })}
      </DayList>
      {isOwners ? null : <LateNotes days={listed} service={service} />}
    </>
  );
}

function nothingOpenWords(days: readonly DayAvailability[], service: SessionType, isFixed: boolean): string {
  const no = `No ${SESSION_TYPES[service].label.toLowerCase()}`;
  const other = ALL_SESSION_TYPES.find((type) => type !== service && nextOpenDays(days, type).length > 0);
  if (other && !isFixed) return `${no} is open right now. Try ${SESSION_TYPES[other].words}.`;
  const what = other ? no : 'Nothing';
  return `${what} is open right now. ${LOOK_AGAIN}`;
}

type Cell = Omit<SlotPicker, 'availability' | 'service' | 'isOwners'> & {
  readonly day: DayAvailability;
  readonly claim: Claim;
  readonly isOwners: boolean;
  readonly noteId: string;
};

function SlotCell({ day, claim, noteId, isOwners, slot, onSlot, name, placeRef }: Cell) {
  const cellSlot = { date: day.date, claim };
  const isHeld = isYours(day, claim);
  const style = claimColumns(claim);
  if (isOfVisit(day, claim)) {
    return (
      <p style={style} className="col-(--columns) rounded-sheet border border-ink px-2 py-2.5 sm:px-3">
        <SlotWords claim={claim} own={ownWords('visit', isOwners)} />
      </p>
    );
  }
  if (!isOpen(day, claim)) {
    return (
      <p
        tabIndex={-1}
        data-place={slotValue(cellSlot)}
        style={style}
        className="taken col-(--columns) flex items-center justify-center rounded-sheet border border-line text-sm text-pencil"
      >
        <span className="bg-paper px-2">
          <span className="sr-only">{`${CLAIMS[claim].label} `}</span>not open
        </span>
      </p>
    );
  }
  return (
    <RadioCard
      ref={placeRef}
      style={style}
      className="col-(--columns) max-sm:gap-2 max-sm:px-2"
      name={name}
      value={slotValue(cellSlot)}
      checked={slot?.date === day.date && slot.claim === claim}
      onChange={() => onSlot(cellSlot)}
      aria-label={`${shortDate(day.date)}, ${CLAIMS[claim].label}, ${claimHours(claim)}${isHeld ? `, ${ownWords('yours', isOwners)}` : ''}`}
      aria-describedby={noteId}
    >
      <SlotWords claim={claim} own={isHeld ? ownWords('yours', isOwners) : null} />
    </RadioCard>
  );
}

function SlotWords({ claim, own }: { readonly claim: Claim; readonly own: string | null }) {
  return (
    <>
      <span className="block leading-snug font-semibold">{CLAIMS[claim].label}</span>
      <span className="block text-xs leading-snug text-balance text-pencil sm:text-sm">{claimHours(claim)}</span>
      {own ? <strong className="block text-sm first-letter:uppercase">{own}</strong> : null}
    </>
  );
}

/** Once for all days that they apply to. */
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

function dayPrefix(day: DayAvailability, today: Availability['today']): string {
  if (day.date === today) return 'Today. ';
  return day.date === addDays(today, 1) ? 'Tomorrow. ' : '';
}

/** Content is placed under its hours. */
function DayList({ children }: { readonly children: ReactNode }) {
  return (
    <div>
      <div className="mb-2 lg:pl-44">
        <Ruler rows={[]} text={null} />
      </div>
      <ul>{children}</ul>
    </div>
  );
}

interface Row {
  readonly title: string;
  readonly note: string;
  readonly noteId: string;
  /** One column an hour. */
  readonly children: ReactNode;
}

function DayRow({ title, note, noteId, children }: Row) {
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-2 border-t border-line py-4 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <div>
        <h3 className="text-xl">{title}</h3>
        <p id={noteId} className="text-sm text-pencil">
          {note}
        </p>
      </div>
      <div style={HOUR_COLUMNS} className="grid grid-cols-(--hours) items-stretch">
        {children}
      </div>
    </li>
  );
}
