import { ALL_CLAIMS, CLAIMS, WHOLE_DAY, isWholeDay } from '#shared/booking/session-type.ts';
import { CLOSE_PATH, type ClosurePlan as Plan, rangeFault } from '#shared/owner/schedule.ts';
import { Button, TextLink } from '../../components/page.tsx';
import { SelectField, TextField } from '../../components/fields/inputs.tsx';
import { datesWords, halfDays } from '../../wording/schedule.ts';
import { FilterBar } from '../filter-bar.tsx';
import { type DatesSearch, readDatesSearch, scheduleFrom } from './schedule-link.tsx';
import { referenceOf } from '#shared/booking/reference.ts';
import { shortDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { CalendarButton } from './close-buttons.tsx';

const OPTIONS = [WHOLE_DAY, ...ALL_CLAIMS.filter((claim) => !isWholeDay(claim))].map((value) => ({
  value,
  label: CLAIMS[value].days,
}));

export function ClosureForm({ dates }: { readonly dates: DatesSearch }) {
  const { first, last, units = WHOLE_DAY } = dates;
  const fault = first !== undefined && last !== undefined ? rangeFault({ first, last }) : null;
  return (
    <FilterBar
      page={CLOSE_PATH}
      read={readDatesSearch}
      noValidate={false}
      className="mb-10 grid max-w-prose grid-cols-1 gap-4 sm:flex sm:flex-wrap sm:items-start"
    >
      <TextField name="first" label="First day" type="date" defaultValue={first} />
      <TextField
        name="last"
        label="Last day"
        type="date"
        defaultValue={last ?? first}
        error={fault ?? undefined}
        {...(fault !== null && { autoFocus: true })}
      />
      <SelectField name="units" label="What of each day" options={OPTIONS} defaultValue={units} />
      <p className="w-full">
        <Button type="submit">See what’s there</Button>
      </p>
    </FilterBar>
  );
}

/** Nothing is changed before a button is pressed. */
export function ClosurePlan({ plan }: { readonly plan: Plan }) {
  const { first, last, units, free, closed, taken, refunds } = plan;
  const input = { first, last, units, from: scheduleFrom({ view: first === last ? 'day' : 'week', date: first }) };
  const cents = refunds.reduce((sum, refund) => sum + refund.cents, 0);
  return (
    <section aria-labelledby="plan" className="flex max-w-prose flex-col items-start gap-5">
      <h2 id="plan" className="text-2xl">
        {datesWords(plan)}
      </h2>
      <Taken taken={taken} />
      <Refunds refunds={refunds} />
      {free > 0 ? (
        <div>
          <p className="mb-3">
            <span>
              {taken.length > 0 ? `You can close the rest: ${halfDays(free)}.` : `That’s ${halfDays(free)} to close.`}
            </span>{' '}
            Customers can’t book closed time, and you can open it again whenever you like.
          </p>
          <CalendarButton
            command="closeUnits"
            input={{
              ...input,
              ...(taken.length > 0 && { onlyFree: 'yes' }),
              ...(refunds.length > 0 && { refunds: refunds.map(({ eventId }) => eventId).join(',') }),
            }}
            look={refunds.length > 0 ? 'danger' : 'primary'}
          >
            {(taken.length > 0 ? 'Close the rest' : `Close ${halfDays(free)}`) +
              (cents > 0 ? ` and refund ${formatCents(cents)}` : '')}
          </CalendarButton>
        </div>
      ) : (
        <p className="text-pencil">
          {closed > 0 || taken.length > 0 ? 'There’s no open time left to close.' : 'All of that time has begun.'}
        </p>
      )}
      {closed > 0 ? (
        <div>
          <p className="mb-3">{closed === 1 ? 'One half day is closed.' : `${closed} half days are closed.`}</p>
          <CalendarButton command="openUnits" input={input}>
            Open what’s closed
          </CalendarButton>
        </div>
      ) : null}
    </section>
  );
}

function Taken({ taken }: Pick<Plan, 'taken'>) {
  if (taken.length === 0) return null;
  return (
    <Notice
      tone="caution"
      title={taken.length === 1 ? 'A customer has some of that time' : 'Customers have some of that time'}
    >
      <p>
        You can’t close it as long as these are there. Open a visit to change it. A hold ends by itself unless it’s
        paid.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {taken.map(({ date, claim, booking: { eventId, state, name } }) => (
          <li key={`${date} ${claim}`} className="py-2 wrap-anywhere">
            <TextLink
              to="/app/admin/bookings/$eventId"
              params={{ eventId }}
            >{`${slotWords({ date, claim })}: ${name ?? 'deleted customer'}, ${referenceOf(eventId)}`}</TextLink>
            {state === 'held' ? <span> (held, not paid)</span> : null}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Refunds({ refunds }: Pick<Plan, 'refunds'>) {
  if (refunds.length === 0) return null;
  return (
    <Notice tone="caution" title="Closing this time costs a refund">
      <p>
        <span>{refunds.length === 1 ? 'This visit was' : 'These visits were'}</span> canceled late, so you kept the
        payment. Once you close the time, no one else can buy it: all of the money goes back the way it was paid, and we
        email each customer whose address we have. That can’t be undone.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {refunds.map(({ eventId, date, name, cents }) => (
          <li key={eventId} className="py-2 wrap-anywhere">
            <TextLink
              to="/app/admin/bookings/$eventId"
              params={{ eventId }}
            >{`${shortDate(date)}: ${name ?? 'deleted customer'}, ${referenceOf(eventId)}`}</TextLink>
            , <span>{formatCents(cents)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
