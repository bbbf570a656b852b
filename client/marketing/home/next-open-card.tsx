import { Link } from '@tanstack/react-router';
import type { DayAvailability, NextOpen, OpenSlot, VisitorUnit } from '#shared/booking/availability.ts';
import { NOTICE_DAYS, freeUntil } from '#shared/booking/notice-policy.ts';
import { type CivilDate, addDays, shortDate } from '#shared/civil-date.ts';
import { claimHours, sessionHours } from '#shared/booking/hours.ts';
import { formatCents } from '#shared/money.ts';
import {
  type SessionType,
  ALL_UNITS,
  unitsOf,
  UNITS,
  SESSION_TYPES,
  CLAIMS,
  ALL_SESSION_TYPES,
} from '#shared/booking/session-type.ts';
import type { Prices } from '#shared/booking/prices.ts';
import type { Site } from '#shared/business/site.ts';
import { zoneName } from '#shared/time-zone.ts';
import { LOOK_AGAIN, dayWords } from '../../wording/slot-words.ts';
import { buttonClass, TextLink } from '../../components/page.tsx';
import { Ruler, type RulerSegment } from '../../components/calendar/ruler.tsx';
import { readQuery } from '../../shell/query/query-client.ts';
import type { RouterContext } from '../../shell/router-context.ts';

interface NextOpenCardProps {
  readonly next: NextOpen | null;
  readonly site: Pick<Site, 'prices' | 'timeZone'>;
}

/**
 * Only the session types if availability failed to load. Without an open half day there is no open full day, so only half days
 * are checked.
 */
export function NextOpenCard({ next, site: { prices, timeZone } }: NextOpenCardProps) {
  const first = next?.slots[ALL_SESSION_TYPES[0]];
  return (
    <section aria-labelledby="next-open" className="border border-ink bg-sheet">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-1.5 text-pencil sm:px-5">
        <h2 id="next-open" className="text-base">
          Open next
        </h2>
        <p className="text-sm">{zoneName(timeZone)}</p>
      </div>
      {ALL_SESSION_TYPES.map((type, index) => (
        <div key={type} className={`px-4 py-3 sm:px-5 sm:py-4 ${index === 0 ? '' : 'border-t border-line'}`}>
          <Offer type={type} prices={prices} next={next} isFirst={index === 0} />
          {index === 0 && first ? <DayRuler slot={first} /> : null}
        </div>
      ))}
      <p className="border-t border-line px-4 py-3 text-sm text-pencil sm:px-5">
        {next && !first ? (
          LOOK_AGAIN
        ) : (
          <>
            <span>{next && first ? `${terms(first.day, next.today)} ` : ''}</span>
            <TextLink to="/book">All&nbsp;open&nbsp;times</TextLink>
          </>
        )}
      </p>
    </section>
  );
}

interface OfferProps {
  readonly type: SessionType;
  readonly prices: Prices;
  readonly next: NextOpen | null;
  readonly isFirst?: boolean;
}

function Offer({ type, prices, next, isFirst = false }: OfferProps) {
  const slot = next?.slots[type];
  const name = SESSION_TYPES[type].label;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-36">
        <p>
          <span>{name}</span>, <strong>{formatCents(prices[type])}</strong>
        </p>
        {slot && next ? (
          <>
            <p className={`font-heading font-semibold ${isFirst ? 'text-2xl' : 'text-xl'}`}>
              {dayWords(slot.day.date, next.today)}
            </p>
            <p>{claimHours(slot.claim)}</p>
          </>
        ) : (
          <p>{next ? `No ${name.toLowerCase()} is open right now.` : sessionHours(type)}</p>
        )}
      </div>
      {next && !slot ? null : (
        <Link
          to="/book"
          search={{ service: type, ...(slot && { date: slot.day.date, claim: slot.claim }) }}
          className={`${buttonClass(isFirst ? 'primary' : 'plain')} shrink-0`}
        >
          <span>
            Book <span className="max-sm:sr-only">{name.toLowerCase()}</span>
          </span>
        </Link>
      )}
    </div>
  );
}

function DayRuler({ slot: { day, claim } }: { readonly slot: OpenSlot }) {
  const offered = unitsOf(claim);
  const segments = ALL_UNITS.map((unit): RulerSegment => {
    const state = day[unit] === 'gone' ? 'taken' : offered.includes(unit) ? 'chosen' : 'open';
    return { hours: UNITS[unit].hours, state, label: `${CLAIMS[unit].label}, ${UNIT_WORDS[day[unit]]}` };
  });
  const text = `${shortDate(day.date)}: ${segments.map(({ label }) => label.toLowerCase()).join('; ')}.`;
  return <Ruler rows={[segments]} text={text} marks="ends" className="mt-4" />;
}

const UNIT_WORDS: Readonly<Record<VisitorUnit, string>> = {
  open: 'open',
  gone: 'gone',
  yours: 'held for you',
  visit: 'your visit now',
};

function terms({ freeChangesThrough }: DayAvailability, today: CivilDate): string {
  if (freeChangesThrough) return `Move or cancel this half day for free ${freeUntil(freeChangesThrough, today)}.`;
  const soonest = addDays(today, NOTICE_DAYS);
  return `Visits this soon can’t be moved or canceled for free. Visits on ${shortDate(soonest)} or later can, with ${NOTICE_DAYS} calendar days’ notice.`;
}

/** Null if they can't be read. */
export function loadNextOpen({ queryClient, rpc }: RouterContext): Promise<NextOpen | null> {
  // Open times are sold at any time. If they can't be read, the page is shown without them.
  const query = readQuery(rpc, 'nextOpen', undefined, { staleTime: 0, retry: false });
  return queryClient.fetchQuery(query).catch(() => null);
}
