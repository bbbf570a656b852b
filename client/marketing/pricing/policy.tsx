import { NOTICE_DAYS } from '#shared/booking/notice-policy.ts';
import { keptUnlessSold } from '#shared/booking/late-cancelling-words.ts';
import { type CivilDate, addDays, weekdayName } from '#shared/civil-date.ts';

const VISIT: CivilDate = '2027-03-13';

/** The notice rule by the days of a week. */
export const NOTICE_EXAMPLE = { visit: weekdayName(VISIT), freeThrough: weekdayName(addDays(VISIT, -NOTICE_DAYS)) };

const { visit, freeThrough } = NOTICE_EXAMPLE;

const SENTENCES = [
  'You pay in full when you book, and the time is yours.',
  `With at least ${NOTICE_DAYS} calendar days’ notice, you can move or cancel for free: for a ${visit} visit, through ${freeThrough}, 11:59 pm.`,
  `If you cancel after that, ${keptUnlessSold()}`,
];

export function Policy() {
  return (
    <ol className="flex max-w-prose flex-col gap-4">
      {SENTENCES.map((sentence, index) => (
        <li key={sentence} className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline">
          <span aria-hidden="true" className="font-heading text-xl font-semibold text-pencil tabular-nums">
            {index + 1}
          </span>
          <span>{sentence}</span>
        </li>
      ))}
    </ol>
  );
}
