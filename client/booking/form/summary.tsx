import type { Availability, DayAvailability, Slot } from '#shared/booking/availability.ts';
import { type BookingFormValues, slotFor } from '#shared/booking/booking-form.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { formatCents } from '#shared/money.ts';
import { ALL_SESSION_TYPES, type SessionType, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { DayRuler } from '../picker/day-ruler.tsx';
import { isEveryDayFull } from '../picker/slot-list.tsx';
import type { BookingFailure } from './state/failure.ts';
import { SlotTakenNote } from './failure-notice.tsx';
import { ShownFor } from '../picker/shown-for.tsx';
import {
  lateTerms,
  NOTICE_ADVICE,
  NOTHING_OPEN,
  NOTICE_ADVICE_IN_SHORT,
  changeWords,
} from '../../wording/slot-words.ts';

interface SummaryProps {
  readonly availability: Availability;
  readonly slot: Slot | null;
  readonly answers: Pick<BookingFormValues, 'area' | 'tasks'>;
  readonly failure: BookingFailure | null;
}

/** Beside the form, or at the bottom of a narrow screen. */
export function Summary({ availability, slot, answers, failure }: SummaryProps) {
  const isFull = isEveryDayFull(availability.days);
  return (
    <aside aria-label="Your booking" className="lg:rounded-sheet lg:border lg:border-edge lg:bg-sheet lg:p-5">
      <h2 className="mb-3 hidden text-xl lg:block">Your booking</h2>
      <SlotTakenNote failure={failure} slot={slot} />
      {ALL_SESSION_TYPES.map((service) => {
        const chosen = slotFor(service, slot);
        const day = chosen ? availability.days.find(({ date }) => date === chosen.date) : undefined;
        return (
          <ShownFor key={service} service={service}>
            <div className="mb-4 hidden lg:block">
              <DayRuler service={service} day={day} claim={chosen?.claim ?? null} />
            </div>
            <Sentence
              service={service}
              slot={chosen}
              day={day}
              today={availability.today}
              price={availability.prices[service]}
              answers={answers}
              isFull={isFull}
            />
          </ShownFor>
        );
      })}
    </aside>
  );
}

interface SentenceProps extends Pick<SummaryProps, 'slot' | 'answers'> {
  readonly service: SessionType;
  readonly day: DayAvailability | undefined;
  readonly today: Availability['today'];
  /** In cents. */
  readonly price: number;
  readonly isFull: boolean;
}

function Sentence({ service, slot, day, today, price, answers, isFull }: SentenceProps) {
  const { area, tasks } = answers;
  const hasNoFreeChanges = day !== undefined && day.freeChangesThrough === null;
  return (
    <div aria-live="polite" aria-atomic="true" className="text-sm leading-snug lg:text-base lg:leading-[inherit]">
      <p>
        <strong>{SESSION_TYPES[service].label + (slot ? ` on ${slotWords(slot)}` : ', on a day you pick')}</strong>
        <span className="hidden lg:inline">{(area === '' ? '' : `, in ${area}`) + taskWords(tasks)}</span>.{' '}
        <strong className="tabular-nums">{formatCents(price)}</strong> in total
        <span className={hasNoFreeChanges ? 'max-lg:hidden' : ''}>, paid when you book</span>.{' '}
        <span>
          {day
            ? changeWords(day, today)
            : isFull
              ? NOTHING_OPEN
              : 'Pick a day to see how long you can move or cancel for free.'}
        </span>
        {hasNoFreeChanges ? <Term full={lateTerms(service)} /> : null}
        {day?.shortNotice ? <Term full={NOTICE_ADVICE} short={NOTICE_ADVICE_IN_SHORT} /> : null}
      </p>
      <p className="mt-2 hidden text-pencil lg:block">Materials are extra, only with your approval.</p>
    </div>
  );
}

/** Two wordings: a paragraph, and a sentence at the bottom of a phone's screen. */
function Term({ full, short = full }: { readonly full: string; readonly short?: string }) {
  return (
    <>
      <span className="mt-2 hidden lg:block">{full}</span>
      <span className="lg:hidden">{` ${short}`}</span>
    </>
  );
}

/** For example `: TV Mounting and 2 other jobs`. */
function taskWords(tasks: readonly string[]): string {
  const [first, ...others] = tasks.map((slug) => serviceTitle(slug));
  if (first === undefined) return '';
  if (others.length === 0) return `: ${first}`;
  return `: ${first} and ${others.length === 1 ? others[0] : `${others.length} other jobs`}`;
}
