import { shortDate } from '#shared/civil-date.ts';
import { type HistoryLine, historyWords } from '#shared/booking/history.ts';
import { clockTime, dateAt } from '#shared/time-zone.ts';

interface Parts {
  readonly lines: readonly HistoryLine[];
  readonly timeZone: string;
}

/** The history of a booking, latest first. */
export function History({ lines, timeZone }: Parts) {
  return (
    <ol reversed className="max-w-prose border-b border-line">
      {lines.toReversed().map((line, index) => (
        <li
          key={lines.length - index}
          className="grid grid-cols-1 gap-x-4 border-t border-line py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <time
            dateTime={new Date(line.at).toISOString()}
            className="text-sm leading-relaxed text-pencil"
          >{`${shortDate(dateAt(line.at, timeZone))}, ${clockTime(line.at, timeZone)}`}</time>
          <span>{historyWords(line)}</span>
        </li>
      ))}
    </ol>
  );
}
