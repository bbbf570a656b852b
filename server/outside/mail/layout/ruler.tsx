import { type Hours, OPENING_HOURS } from '#shared/booking/session-type.ts';
import { ACCENT, EDGE, FONT, PENCIL } from './look.ts';

const { start, end } = OPENING_HOURS;
const HOURS = Array.from({ length: end - start }, (_, index) => start + index);

/** Below this width, the end of the day is labeled right-aligned. */
const LAST_MARK_HOURS = 2;

const TICK = `1px solid ${EDGE}`;
const CELL = { height: 14, borderTop: TICK, borderBottom: TICK, borderLeft: TICK, fontSize: 1, lineHeight: '1px' };
const MARK = { padding: '3px 0 0', color: PENCIL, fontFamily: FONT, fontSize: 13, lineHeight: '18px' };

function hourWords(hour: number): string {
  if (hour === 12) return 'noon';
  return hour < 12 ? `${hour} am` : `${hour - 12} pm`;
}

/** One cell an hour. Repeats what the text beside it says. */
export function Ruler({ booked }: { readonly booked: Hours }) {
  const marks = [start, ...[booked.start, booked.end].filter((hour) => hour !== start && hour !== end)];
  return (
    <table
      role="presentation"
      aria-hidden="true"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ tableLayout: 'fixed' }}
    >
      <tbody>
        <tr>
          {HOURS.map((hour) => {
            const isBooked = booked.start <= hour && hour < booked.end;
            return (
              <td
                key={hour}
                height={14}
                className={isBooked ? 'm-booked m-tick' : 'm-tick'}
                style={{
                  ...CELL,
                  ...(hour === end - 1 && { borderRight: TICK }),
                  ...(isBooked && { backgroundColor: ACCENT }),
                }}
              >
                {'\u00a0'}
              </td>
            );
          })}
        </tr>
        <tr>
          {marks.map((hour, index) => (
            <td
              key={hour}
              colSpan={(marks[index + 1] ?? end - LAST_MARK_HOURS) - hour}
              className="m-pencil"
              style={MARK}
            >
              {hourWords(hour)}
            </td>
          ))}
          <td colSpan={LAST_MARK_HOURS} className="m-pencil" align="right" style={MARK}>
            {hourWords(end)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
