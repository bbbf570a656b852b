import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DayAvailability } from '#shared/booking/availability.ts';
import { type CivilDate, type CivilMonth, addMonths, monthName, monthOf } from '#shared/civil-date.ts';
import { ALL_SESSION_TYPES, type SessionType, eachSessionType } from '#shared/booking/session-type.ts';
import { SlotList, type SlotPicker, isListed, nextOpenDays } from './slot-list.tsx';
import { slotFieldName, slotFor, slotValue } from '#shared/booking/booking-form.ts';
import { zoneName } from '#shared/time-zone.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { RadioCard, fieldId, Fieldset } from '../../components/fields/field.tsx';
import { Sign } from '../../components/page.tsx';
import { MonthGrid } from './month-grid.tsx';
import { ShownFor } from './shown-for.tsx';
import { ShowButton } from './show-button.tsx';

interface Choice extends Omit<SlotPicker, 'name'> {
  /** True if the session type can't be chosen. Else the style sheet shows the slots of the checked one. */
  readonly isFixed?: boolean;
  /** Null for the next open days. */
  readonly month: CivilMonth | null;
  readonly onMonth: (month: CivilMonth | null) => void;
  readonly error: string | undefined;
}

/** A list of the next open days, or a month of the booking window. */
export function SlotChoice({ month, onMonth, error, isFixed = false, ...picker }: Choice) {
  const { availability, slot } = picker;
  const listed = useListedDays(availability.days, month);
  const isOutOfView = (service: SessionType) =>
    slot !== null && slotFor(service, slot) !== null && !isInView(slot, service);
  const name = slotFieldName([availability.days, listed, ALL_SESSION_TYPES.some(isOutOfView)]);
  const shown = useRef(month);
  useEffect(() => {
    if (shown.current === month) return;
    shown.current = month;
    // If the pressed button is gone, the question takes the focus.
    if (document.activeElement === document.body) document.getElementById(fieldId('slot'))?.focus();
  }, [month]);
  return (
    <Fieldset name="slot" label="Which day?" error={error}>
      <p className="mb-4 text-sm text-pencil">{`All times are ${zoneName(availability.timeZone)}, where the work is done.`}</p>
      {month ? <MonthButtons {...{ availability, month, onMonth }} /> : null}
      {(isFixed ? [picker.service] : ALL_SESSION_TYPES).map((service) => (
        <ForSessionType key={service} service={service} isFixed={isFixed}>
          {slot && isOutOfView(service) ? (
            <div className="mb-4">
              <RadioCard
                ref={picker.placeRef}
                name={name}
                value={slotValue(slot)}
                checked
                onChange={() => picker.onSlot(slot)}
              >{`Your choice: ${slotWords(slot)}`}</RadioCard>
            </div>
          ) : null}
          {month ? (
            <MonthGrid {...picker} name={name} service={service} month={month} />
          ) : (
            <SlotList {...picker} name={name} service={service} isFixed={isFixed} listed={listed[service]} />
          )}
        </ForSessionType>
      ))}
      {month ? null : <MonthButtons {...{ availability, month, onMonth }} />}
    </Fieldset>
  );

  function isInView(chosen: NonNullable<typeof slot>, service: SlotPicker['service']): boolean {
    if (month) return monthOf(chosen.date) === month;
    return listed[service].some((day) => day.date === chosen.date);
  }
}

function ForSessionType({
  service,
  isFixed,
  children,
}: {
  service: SessionType;
  isFixed: boolean;
  children: ReactNode;
}) {
  return isFixed ? <div>{children}</div> : <ShownFor service={service}>{children}</ShownFor>;
}

/** Above the grid: earlier, later and back. Below the list: a button to the grid. */
function MonthButtons({ availability, month, onMonth }: Pick<Choice, 'availability' | 'month' | 'onMonth'>) {
  const [first, last] = [monthOf(availability.today), monthOf(availability.to)];
  if (!month) {
    return (
      <div className="mt-4">
        <ShowButton show={`month:${first}`} onShow={() => onMonth(first)}>
          More days: show the whole month
        </ShowButton>
      </div>
    );
  }
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <ShowButton show="days" onShow={() => onMonth(null)}>
        Back to the next open days
      </ShowButton>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
        {before >= first ? (
          <ShowButton show={`month:${before}`} onShow={() => onMonth(before)}>
            <Sign name="left" />
            <MonthName month={before} />
          </ShowButton>
        ) : null}
        {after <= last ? (
          <ShowButton show={`month:${after}`} onShow={() => onMonth(after)}>
            <MonthName month={after} />
            <Sign name="right" />
          </ShowButton>
        ) : null}
      </div>
    </div>
  );
}

/** The year is visible where there is space for it. */
function MonthName({ month }: { readonly month: CivilMonth }) {
  const [name, year] = monthName(month).split(' ');
  return (
    <span>
      <span>{name}</span> <span className="max-sm:sr-only">{year}</span>
    </span>
  );
}

const FEWEST_OPEN = 3;

type Lists<Item> = Readonly<Record<SessionType, readonly Item[]>>;

/** The days stay while the visitor looks at them: a taken time turns gray in place. */
function useListedDays(days: readonly DayAvailability[], month: CivilMonth | null): Lists<DayAvailability> {
  const newList = () => ({
    month,
    dates: eachSessionType((service) => nextOpenDays(days, service).map(({ date }) => date)),
  });
  const [list, setList] = useState(newList);
  const known = new Map(days.map((day) => [day.date, day]));
  const listed = (dates: readonly CivilDate[]) => dates.flatMap((date) => known.get(date) ?? []);
  const hasTooFewOpen = (service: SessionType) => {
    const open = listed(list.dates[service]).filter((day) => isListed(day, service));
    return open.length < Math.min(FEWEST_OPEN, nextOpenDays(days, service).length);
  };
  if (list.month !== month || ALL_SESSION_TYPES.some(hasTooFewOpen)) {
    const renewed = newList();
    setList(renewed);
    return eachSessionType((service) => listed(renewed.dates[service]));
  }
  return eachSessionType((service) => listed(list.dates[service]));
}
