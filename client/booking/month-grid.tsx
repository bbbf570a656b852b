import { type DayAvailability, openClaims } from '#shared/availability.ts';
import { slotValue } from '#shared/booking-form.ts';
import { type CivilDate, type CivilMonth, longDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/hours.ts';
import { type Claim, type SessionType } from '#shared/session-type.ts';
import { RadioChip } from '../components/choice.tsx';
import { MonthTable } from '../components/month-table.tsx';
import type { SlotPicker } from './slot-list.tsx';
import { CLAIM_NAMES, changeWords } from './slot-words.ts';

const SHORT_CLAIMS: Readonly<Record<Claim, string>> = { am: 'am', pm: 'pm', full: 'day' };

/** What a session type can claim of a date, in the order of the day: each keeps its place, open or not. */
const CLAIMS: Readonly<Record<SessionType, readonly Claim[]>> = { 'half-day': ['am', 'pm'], 'full-day': ['full'] };

/** A month as a table: every open time of it a radio button of the one group. */
export function MonthGrid({ month, availability, ...picker }: SlotPicker & { readonly month: CivilMonth }) {
  const days = new Map(availability.days.map((day) => [day.date, day]));
  const isBookable = (date: CivilDate) => date >= availability.from && date <= availability.to;
  return (
    <MonthTable month={month}>
      {(date) => {
        const day = days.get(date);
        if (!day && isBookable(date)) return <Waiting date={date} />;
        return <Day date={date} day={day} {...picker} />;
      }}
    </MonthTable>
  );
}

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
    <div className="flex flex-col gap-0.5 p-0.5">
      <p className="px-0.5 pt-0.5 font-semibold" aria-hidden="true">
        <DateNumber date={date} />
        {day.freeChangesThrough ? null : '*'}
      </p>
      {CLAIMS[service].map((claim) =>
        open.includes(claim) ? (
          <RadioChip
            key={claim}
            name="slot"
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
    </div>
  );
}
