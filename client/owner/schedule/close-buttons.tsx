import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { type CivilDate, shortDate } from '#shared/civil-date.ts';
import { ButtonLink, type ButtonLook, buttonClass } from '../../components/page.tsx';
import { ScheduleLink, scheduleFrom } from './schedule-link.tsx';
import {
  CLOSE_PATH,
  type DatesQuery,
  type ScheduleDay,
  type ScheduleEntry,
  type ScheduleView,
} from '#shared/owner/schedule.ts';
import { CLAIMS, WHOLE_DAY, isWholeDay } from '#shared/booking/session-type.ts';
import { type Command, CommandButton } from '../../account/forms/commands.tsx';
import { reloadInPlace } from '../../account/forms/use-follow.ts';

function canClose({ use, hasBegun }: ScheduleEntry): boolean {
  return !hasBegun && (use === 'free' || use === 'too-soon' || use === 'too-far');
}

function canOpen({ use, hasBegun }: ScheduleEntry): boolean {
  return !hasBegun && use === 'closed';
}

interface DayParts {
  readonly day: ScheduleDay;
  readonly view: ScheduleView;
}

export function UnitButton({ entry, day: { date }, view }: DayParts & { readonly entry: ScheduleEntry }) {
  const { claim } = entry;
  if (isWholeDay(claim) || !(canClose(entry) || canOpen(entry))) return null;
  const isOpening = canOpen(entry);
  return (
    <div className="mt-auto pt-1">
      <CalendarButton
        command={isOpening ? 'openUnits' : 'closeUnits'}
        input={{ first: date, last: date, units: claim }}
        from={scheduleFrom({ view, date })}
      >
        {/* One child, because the button has a gap between its children. */}
        <span>
          <span>{isOpening ? 'Open' : 'Close'}</span>
          <span className="sr-only">{` the ${CLAIMS[claim].label.toLowerCase()} of ${shortDate(date)}`}</span>
          <span>{isOpening ? ' again' : ''}</span>
        </span>
      </CalendarButton>
    </div>
  );
}

/** If both can be closed or opened. */
export function DayButton({ day: { date, entries }, view }: DayParts) {
  const isOpening = entries.every(canOpen);
  if (!isOpening && !entries.every(canClose)) return null;
  return (
    <CalendarButton
      command={isOpening ? 'openUnits' : 'closeUnits'}
      input={{ first: date, last: date, units: WHOLE_DAY }}
      from={scheduleFrom({ view, date })}
    >
      {isOpening ? 'Open the whole day again' : 'Close the whole day'}
    </CalendarButton>
  );
}

export function DayActions({ date, today }: { readonly date: CivilDate; readonly today: CivilDate }) {
  return (
    <ul className="no-print mt-6 flex flex-wrap gap-3" aria-label="More about this day">
      {date < today ? null : (
        <>
          <li>
            <ButtonLink to="/app/admin/schedule/book" search={{ date }}>
              Book by phone
            </ButtonLink>
          </li>
          <li>
            <ButtonLink to="/app/admin/schedule/close" search={{ first: date }}>
              Close several days
            </ButtonLink>
          </li>
        </>
      )}
      <li>
        <ButtonLink to="/app/admin/schedule/sheet" search={{ date }}>
          Print the day
        </ButtonLink>
      </li>
      <li>
        <ButtonLink to="/app/admin/schedule/calendar">Phone calendar</ButtonLink>
      </li>
      <li>
        <ScheduleLink view="week" date={date} className={buttonClass()}>
          See the week
        </ScheduleLink>
      </li>
    </ul>
  );
}

/** Refusals that the page about the closure explains. */
const EXPLAINED: ReadonlySet<string | null> = new Set(['units-taken', 'refunds-not-accepted']);

interface CalendarParts<Of extends 'closeUnits' | 'openUnits'> extends Command<Of> {
  readonly look?: ButtonLook;
  readonly children: ReactNode;
}

/** A refused closure leads to the page that explains it; there, the list is fetched again. */
export function CalendarButton<Of extends 'closeUnits' | 'openUnits'>(parts: CalendarParts<Of>) {
  const { first, last, units }: DatesQuery = parts.input;
  const router = useRouter();
  const navigate = useNavigate();
  const isExplaining = useLocation({ select: ({ pathname }) => pathname === CLOSE_PATH });

  async function explain(error: unknown): Promise<boolean> {
    if (!(error instanceof RpcError && EXPLAINED.has(error.refusal))) return false;
    if (isExplaining) await reloadInPlace(router);
    else await navigate({ to: CLOSE_PATH, search: { first, last, units } });
    return !isExplaining;
  }

  return <CommandButton {...parts} explain={explain} />;
}
