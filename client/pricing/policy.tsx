import { NOTICE_DAYS } from '#shared/business.ts';
import { UNLESS_SOLD } from '#shared/late-cancelling.ts';
import { NOTICE_EXAMPLE } from '../wording/notice-example.ts';

const { visit, freeThrough } = NOTICE_EXAMPLE;

const SENTENCES = [
  'You pay in full when you book, and from then on the time is yours.',
  `With at least ${NOTICE_DAYS} calendar days’ notice you move or cancel free: a ${visit} visit through the end of ${freeThrough}.`,
  `After that the payment is kept, ${UNLESS_SOLD}; then you get all of it back.`,
];

/** The whole rule about money and time, in three sentences. */
export function Policy() {
  return (
    <ol className="flex max-w-prose flex-col gap-4">
      {SENTENCES.map((sentence, index) => (
        <li key={sentence} className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline">
          <span aria-hidden="true" className="font-heading text-xl font-semibold text-pencil tabular-nums">
            {index + 1}
          </span>
          {sentence}
        </li>
      ))}
    </ol>
  );
}
