import { type DayAvailability, openClaims } from '#shared/availability.ts';
import { slotValue } from '#shared/booking-form.ts';
import { NOTICE_DAYS } from '#shared/business.ts';
import { type CivilDate, type CivilMonth, longDate, monthOf, shortDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/hours.ts';
import { type Claim, type SessionType } from '#shared/session-type.ts';
import { RadioChip } from '../components/choice.tsx';
import { MonthTable } from '../components/month-table.tsx';
import type { SlotPicker } from './slot-list.tsx';
import { CLAIM_NAMES, LATE_TERMS, changeWords } from './slot-words.ts';

const SHORT_CLAIMS: Readonly<Record<Claim, string>> = { am: 'am', pm: 'pm', full: 'day' };

/** What a session type can claim of a date, in the order of the day: each keeps its place, open or not. */
const CLAIMS: Readonly<Record<SessionType, readonly Claim[]>> = { 'half-day': ['am', 'pm'], 'full-day': ['full'] };

/** A month as a table: every open time of it a radio button of the one group. */
export function MonthGrid({ month, availability, ...picker }: SlotPicker & { readonly month: CivilMonth }) {
  const days = new Map(availability.days.map((day) => [day.date, day]));
  const isBookable = (date: CivilDate) => date >= availability.from && date <= availability.to;
  const hasLateDay = availability.days.some(
    (day) => monthOf(day.date) === month && !day.freeChangesThrough && openClaims(day, picker.service).length > 0,
  );
  return (
    <>
      <div className="group/month relative pb-14">
        <MonthTable month={month}>
          {(date) => {
            const day = days.get(date);
            if (!day && isBookable(date)) return <Waiting date={date} />;
            return <Day date={date} day={day} {...picker} />;
          }}
        </MonthTable>
        <p className={`${DAY_TERMS} group-has-checked/month:hidden`}>
          Choose a time, and until when you can move or cancel it free is said here.
        </p>
      </div>
      <p className="mt-2 max-w-prose text-sm text-pencil">
        {hasLateDay ? `* Too late to move or cancel free. ${LATE_TERMS} Other days: move` : 'Move'} or cancel free up to{' '}
        {NOTICE_DAYS} calendar days before.
      </p>
    </>
  );
}

/** The place under the table where the deadline of the chosen day stands, without script too: each day has its own there. */
const DAY_TERMS = 'absolute inset-x-0 bottom-0 h-12 pt-2 text-sm';

function DateNumber({ date }: { readonly date: CivilDate }) {
  return <span className="tabular-nums">{Number(date.slice(8))}</span>;
}

/** A day whose times are still on their way. */
function Waiting({ date }: { readonly date: CivilDate }) {
  return (
    <p className="h-20 px-1 pt-1 text-pencil">
      <DateNumber date={date} />
      <span aria-hidden="true" className="mt-3 block h-8 rounded-sheet bg-line/60" />
    </p>
  );
}

type DayCell = Omit<SlotPicker, 'availability'> & {
  readonly date: CivilDate;
  readonly day: DayAvailability | undefined;
};

function Day({ date, day, service, slot, onSlot }: DayCell) {
  const open = day ? openClaims(day, service) : [];
  if (!day || open.length === 0) {
    return (
      <p className="px-1 pt-1 pb-3 text-pencil">
        <DateNumber date={date} />
        <span className="sr-only">, nothing open</span>
      </p>
    );
  }
  return (
    <div className="group/day flex flex-col gap-0.5 p-0.5">
      <p className="px-0.5 pt-0.5 font-semibold" aria-hidden="true">
        <DateNumber date={date} />
        {day.freeChangesThrough ? null : '*'}
      </p>
      {CLAIMS[service].map((claim) =>
        open.includes(claim) ? (
          <RadioChip
            key={claim}
            name="slot"
            autoComplete="off"
            value={slotValue({ date, claim })}
            checked={slot?.date === date && slot.claim === claim}
            onChange={() => onSlot({ date, claim })}
            aria-label={`${longDate(date)}, ${CLAIM_NAMES[claim]}, ${claimHours(claim)}. ${changeWords(day)}`}
          >
            <span className="sm:hidden">{SHORT_CLAIMS[claim]}</span>
            <span className="hidden sm:inline">{CLAIM_NAMES[claim]}</span>
          </RadioChip>
        ) : (
          <p key={claim} aria-hidden="true" className="taken min-h-11 rounded-sheet" />
        ),
      )}
      {/* Each time says it to screen readers by its name. */}
      <p aria-hidden="true" className={`${DAY_TERMS} hidden group-has-checked/day:block`}>
        <strong>{shortDate(date)}</strong>: {changeWords(day)}
      </p>
    </div>
  );
}
