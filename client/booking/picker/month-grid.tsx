import { type DayAvailability, isOfVisit, isYours, openClaims, ownTimes } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { NOTICE_DAYS } from '#shared/booking/notice-policy.ts';
import { type CivilDate, type CivilMonth, longDate, monthName, monthOf, shortDate } from '#shared/civil-date.ts';
import { claimHours, slotWords } from '#shared/booking/hours.ts';
import { type Claim, SESSION_TYPES, CLAIMS, claimsOf } from '#shared/booking/session-type.ts';
import { RadioChip } from '../../components/fields/field.tsx';
import { MonthTable } from '../../components/calendar/month-table.tsx';
import { type SlotPicker, isListed, ownWords } from './slot-list.tsx';
import { lateTerms, changeWords } from '../../wording/slot-words.ts';

/** All its open slots are radio buttons of one group. */
export function MonthGrid({
  month,
  availability,
  isOwners = false,
  ...picker
}: SlotPicker & { readonly month: CivilMonth }) {
  const ofMonth = availability.days.filter(({ date }) => monthOf(date) === month);
  const hasLateDay = ofMonth.some((day) => !day.freeChangesThrough && openClaims(day, picker.service).length > 0);
  const isFull = !ofMonth.some((day) => isListed(day, picker.service));
  return (
    <>
      <div className="group/month relative pb-14">
        <MonthTable month={month} from={availability.today}>
          {(date) => (
            <Day
              date={date}
              day={ofMonth.find((day) => day.date === date)}
              today={availability.today}
              isOwners={isOwners}
              {...picker}
            />
          )}
        </MonthTable>
        <p className={`${DAY_TERMS} group-has-checked/month:hidden`}>
          {isFull
            ? `No ${SESSION_TYPES[picker.service].label.toLowerCase()} is open in ${monthName(month)}. Canceled times come back.`
            : isOwners
              ? 'Pick a time to see what the move means.'
              : 'Pick a time to see how long you can move or cancel for free.'}
        </p>
      </div>
      {(['visit', 'yours'] as const).map((kind) =>
        ownTimes(ofMonth, kind).map((own) => (
          <p key={slotValue(own)} className="mt-2 text-sm">
            {kind === 'visit' ? (
              <span aria-hidden="true" className="mr-2 inline-block size-3 border border-ink bg-ink" />
            ) : null}
            <span className="inline-block first-letter:uppercase">{ownWords(kind, isOwners)}</span>:{' '}
            <span>{slotWords(own)}</span>.
          </p>
        )),
      )}
      <p hidden={isFull || isOwners} className="mt-2 max-w-prose text-sm text-pencil">
        {`${hasLateDay ? `* Too late to move or cancel for free. ${lateTerms(picker.service)} Other days: move` : 'Move'} or cancel for free up to ${NOTICE_DAYS} calendar days before.`}
      </p>
    </>
  );
}

/** Under the table. CSS shows a day's deadline while a slot of that day is checked. */
const DAY_TERMS = 'absolute inset-x-0 bottom-0 h-12 pt-2 text-sm';

function DateNumber({ date }: { readonly date: CivilDate }) {
  return <span className="tabular-nums">{Number(date.slice(8))}</span>;
}

type DayCell = Omit<SlotPicker, 'availability' | 'isOwners'> & {
  readonly date: CivilDate;
  readonly day: DayAvailability | undefined;
  readonly today: CivilDate;
  readonly isOwners: boolean;
};

function Day({ date, day, today, service, ...picker }: DayCell) {
  const open = day ? openClaims(day, service) : [];
  if (!day || !isListed(day, service)) {
    return (
      <p
        tabIndex={-1}
        data-place={claimsOf(service)
          .map((claim) => slotValue({ date, claim }))
          .join(' ')}
        className="px-1 pt-1 pb-3 text-pencil"
      >
        <DateNumber date={date} />
        <span className="sr-only">, nothing open</span>
      </p>
    );
  }
  return (
    <div className="group/day flex flex-col gap-0.5 p-0.5">
      <p className="px-0.5 pt-0.5 font-semibold" aria-hidden="true">
        <DateNumber date={date} />
        {day.freeChangesThrough ? null : <span>*</span>}
      </p>
      {claimsOf(service).map((claim) => (
        <Time key={claim} day={day} today={today} claim={claim} isOpen={open.includes(claim)} {...picker} />
      ))}
      {/* For screen readers, the deadline is part of each slot's description. */}
      <p aria-hidden="true" className={`${DAY_TERMS} hidden group-has-checked/day:block`}>
        <strong>{shortDate(date)}</strong>: <span>{changeWords(day, today)}</span>
      </p>
    </div>
  );
}

type TimeCell = Omit<DayCell, 'date' | 'day' | 'service'> & {
  readonly day: DayAvailability;
  readonly claim: Claim;
  readonly isOpen: boolean;
};

function Time({ day, today, claim, isOpen, isOwners, slot, onSlot, name, placeRef }: TimeCell) {
  const time = { date: day.date, claim };
  if (isOfVisit(day, claim)) {
    return (
      <p className="flex min-h-11 items-center justify-center rounded-sheet border border-ink bg-ink text-sm font-semibold text-paper">
        <ShortOrLong claim={claim} />
        <span className="sr-only">{`, ${ownWords('visit', isOwners)}`}</span>
      </p>
    );
  }
  if (!isOpen) {
    return (
      <p tabIndex={-1} data-place={slotValue(time)} className="taken min-h-11 rounded-sheet">
        <span className="sr-only">{`${CLAIMS[claim].label} not open`}</span>
      </p>
    );
  }
  return (
    <RadioChip
      ref={placeRef}
      name={name}
      value={slotValue(time)}
      checked={slot?.date === day.date && slot.claim === claim}
      onChange={() => onSlot(time)}
      aria-label={`${longDate(day.date)}, ${CLAIMS[claim].label}, ${claimHours(claim)}${isYours(day, claim) ? `, ${ownWords('yours', isOwners)}` : ''}. ${changeWords(day, today)}`}
    >
      <ShortOrLong claim={claim} />
    </RadioChip>
  );
}

function ShortOrLong({ claim }: { readonly claim: Claim }) {
  return (
    <>
      <span className="sm:hidden">{CLAIMS[claim].short}</span>
      <span className="hidden sm:inline">{CLAIMS[claim].label}</span>
    </>
  );
}
