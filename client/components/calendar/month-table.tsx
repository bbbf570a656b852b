import type { ReactNode } from 'react';
import { type CivilDate, type CivilMonth, datesOfMonth, monthName, weekdayOf } from '#shared/civil-date.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** From Sunday; null for dates of other months. Leaves out weeks before `from`, unless the whole month is. */
export function weeksOf(month: CivilMonth, from: CivilDate): (CivilDate | null)[][] {
  const dates = datesOfMonth(month);
  const lead = weekdayOf(dates[0]!);
  const cells = [...Array.from({ length: lead }, () => null), ...dates];
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  const ahead = weeks.filter((week) => week.some((date) => date !== null && date >= from));
  return ahead.length > 0 ? ahead : weeks;
}

interface Parts {
  readonly month: CivilMonth;
  readonly from: CivilDate;
  readonly children: (date: CivilDate) => ReactNode;
}

export function MonthTable({ month, from, children }: Parts) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="pb-2 text-left font-heading text-xl font-semibold">{monthName(month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="pb-1 text-left text-sm font-normal text-pencil sm:px-1">
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, from).map((week, index) => (
          <tr key={index}>
            {week.map((date, weekday) => (
              <td key={weekday} className="border border-line p-0 align-top">
                {date ? children(date) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
