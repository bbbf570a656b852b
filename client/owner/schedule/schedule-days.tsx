import { Link } from '@tanstack/react-router';
import { cityAndState } from '#shared/business/cities.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { type Claim, sessionTypeOf, SESSION_TYPES, CLAIMS, isWholeDay } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import type {
  KeptPayment,
  ScheduleDay,
  ScheduleEntry,
  ScheduleView,
  ScheduledBooking,
  UnitUse,
} from '#shared/owner/schedule.ts';
import { clockTime } from '#shared/time-zone.ts';
import { HOUR_COLUMNS, Ruler, claimColumns } from '../../components/calendar/ruler.tsx';
import { TextLink, loneLinkClass } from '../../components/page.tsx';
import { dayWords } from '../../wording/slot-words.ts';
import { USE_NAMES, useNote } from '../../wording/schedule.ts';
import { BookingState } from '../bookings/bookings-table.tsx';
import { DayActions, DayButton, UnitButton } from './close-buttons.tsx';
import { ScheduleLink } from './schedule-link.tsx';

interface Dated {
  readonly today: CivilDate;
  readonly timeZone: string;
  readonly view: ScheduleView;
}

/** Each unit is below its hours. The page's heading names a single day. */
export function ScheduleDays({ days, today, timeZone, view }: Dated & { readonly days: readonly ScheduleDay[] }) {
  const [day] = days;
  if (days.length === 1 && day) {
    return (
      <>
        <Ruler rows={[]} text={null} className="mb-2" />
        <Entries day={day} heading="h3" timeZone={timeZone} view={view} />
        <div className="mt-4">
          <DayButton day={day} view={view} />
        </div>
        <DayActions date={day.date} today={today} />
      </>
    );
  }
  return (
    <>
      <div className="mb-2 lg:pl-44">
        <Ruler rows={[]} text={null} />
      </div>
      <ul>
        {days.map((each) => (
          <Day key={each.date} day={each} today={today} timeZone={timeZone} view={view} />
        ))}
      </ul>
    </>
  );
}

function Day({ day, today, timeZone, view }: Dated & { readonly day: ScheduleDay }) {
  const { date } = day;
  return (
    <li
      className={`grid grid-cols-1 gap-x-4 gap-y-2 py-4 lg:grid-cols-[10rem_minmax(0,1fr)] ${date === today ? 'border-t-4 border-ink' : 'border-t border-line'}`}
    >
      <h3 className="text-xl">
        <ScheduleLink view="day" date={date} className={loneLinkClass}>
          {dayWords(date, today)}
        </ScheduleLink>
      </h3>
      <Entries day={day} heading="h4" timeZone={timeZone} view={view} />
    </li>
  );
}

interface EntriesParts extends Omit<Dated, 'today'> {
  readonly day: ScheduleDay;
  /** By the headings above it. */
  readonly heading: 'h3' | 'h4';
}

function Entries({ day, ...look }: EntriesParts) {
  return (
    <div className="@container">
      <div style={HOUR_COLUMNS} className="grid grid-cols-1 items-stretch gap-y-2 @min-[20rem]:grid-cols-(--hours)">
        {day.entries.map((entry) => (
          <Entry key={entry.claim} entry={entry} day={day} {...look} />
        ))}
      </div>
      {day.kept.map((payment) => (
        <Kept key={payment.eventId} payment={payment} />
      ))}
    </div>
  );
}

function Kept({ payment: { eventId, claim, name, cents } }: { readonly payment: KeptPayment }) {
  return (
    <p className="mt-2 text-sm wrap-anywhere">
      <TextLink to="/app/admin/bookings/$eventId" params={{ eventId }}>
        {name ?? 'A deleted customer'}
      </TextLink>{' '}
      canceled late. You keep <span>{formatCents(cents)}</span> unless the{' '}
      <span>{isWholeDay(claim) ? 'day' : CLAIMS[claim].label.toLowerCase()}</span> is booked again or you close it.
    </p>
  );
}

const LOOKS: Readonly<Record<UnitUse, string>> = {
  booked: 'border-ink bg-sheet',
  held: 'border-dashed border-caution bg-caution-soft',
  closed: 'taken border-edge',
  over: 'border-line text-pencil',
  'too-soon': 'border-line text-pencil',
  'too-far': 'border-line text-pencil',
  free: 'border-edge bg-sheet',
};

function Entry({ entry, day, timeZone, view, heading: Heading }: EntriesParts & { readonly entry: ScheduleEntry }) {
  const { claim, use, booking } = entry;
  const note = useNote(use, day.opensOn);
  return (
    <div
      style={claimColumns(claim)}
      className={`flex flex-col gap-1 rounded-sheet border px-2 py-2.5 sm:px-3 @min-[20rem]:col-(--columns) ${LOOKS[use]}`}
    >
      <Heading className="font-sans text-base leading-snug font-semibold">{CLAIMS[claim].label}</Heading>
      <p className="-mt-1 text-xs text-pencil sm:text-sm">{claimHours(claim)}</p>
      {booking ? (
        <Booking booking={booking} claim={claim} timeZone={timeZone} />
      ) : (
        <>
          <p className="font-semibold">
            <span className={use === 'closed' ? 'bg-paper' : ''}>{USE_NAMES[use]}</span>
          </p>
          {note === '' ? null : <p className="text-sm">{note}</p>}
          <UnitButton entry={entry} day={day} view={view} />
        </>
      )}
    </div>
  );
}

function Booking({ booking, claim, timeZone }: { booking: ScheduledBooking; claim: Claim; timeZone: string }) {
  const { eventId, state, heldUntil, area, name, address } = booking;
  const note = [
    // The heading of a full day says so already.
    ...(isWholeDay(claim) ? [] : [SESSION_TYPES[sessionTypeOf(claim)].label]),
    ...(heldUntil === null ? [] : [`held until ${clockTime(heldUntil, timeZone)}`]),
  ];
  return (
    <>
      <p className="wrap-anywhere">
        <Link to="/app/admin/bookings/$eventId" params={{ eventId }} className={loneLinkClass}>
          {name ?? 'Deleted customer'}
        </Link>
      </p>
      <p>
        <BookingState state={state} isUsual={state === 'confirmed'} />
      </p>
      <p className="text-sm wrap-anywhere">
        {note.length === 0 ? null : <span className="block">{note.join(', ')}</span>}
        <span>{address === null ? area : `${address}, ${cityAndState(area)}`}</span>
      </p>
    </>
  );
}
