import { NOTICE_DAYS } from '#shared/business.ts';
import { NOTICE_EXAMPLE } from '../wording/notice-example.ts';

const { visit, freeThrough } = NOTICE_EXAMPLE;

/** The whole rule about money and time, in three sentences. */
export function Policy() {
  return (
    <ol className="flex max-w-prose list-decimal flex-col gap-3 pl-6 marker:font-heading marker:text-pencil">
      <li>You pay in full when you book, and from then on the time is yours.</li>
      <li>
        With at least {NOTICE_DAYS} calendar days&rsquo; notice you move or cancel free: a {visit} visit through the end
        of {freeThrough}.
      </li>
      <li>After that the payment is kept, unless somebody else books your time; then you get all of it back.</li>
    </ol>
  );
}
