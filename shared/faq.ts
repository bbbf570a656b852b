import { ADVISED_NOTICE_HOURS, NOTICE_DAYS } from './business.ts';
import { CITIES } from './cities.ts';
import { claimHours } from './hours.ts';
import { WHICH_SALE_COUNTS, UNLESS_SOLD } from './late-cancelling.ts';
import { formatCents } from './money.ts';
import { PRICE_CENTS } from './session-type.ts';

export interface Question {
  readonly slug: string;
  readonly question: string;
  readonly answer: string;
}

const HALF = formatCents(PRICE_CENTS['half-day']);
const FULL = formatCents(PRICE_CENTS['full-day']);
const NOTICE = `${NOTICE_DAYS} calendar days`;

/** The policies of SPEC.md section 1, in the site's own words. */
export const FAQ: readonly Question[] = [
  {
    slug: 'half-or-full',
    question: 'Should I book a half day or a full day?',
    answer: `If you are not sure, take the full day. When the main job is done early, the time left goes to your small repairs: the door that sticks, the shelf that waits. A half day is ${HALF}, a full day ${FULL}.`,
  },
  {
    slug: 'price',
    question: 'What does the price cover?',
    answer: `The time, ${claimHours('am')} or ${claimHours('pm')} for a half day and ${claimHours('full')} for a full day, whichever day of the week it is and wherever among our ${CITIES.length} places you live. Materials come on top.`,
  },
  {
    slug: 'materials',
    question: 'Who buys the materials?',
    answer:
      'You can have them ready, or we buy them for you. We ask for your approval before we spend anything, and you get the receipts.',
  },
  {
    slug: 'same-day',
    question: 'Can you come today?',
    answer: `Sometimes: it depends on what is open in the schedule, and the booking page shows it as it stands. We recommend ${ADVISED_NOTICE_HOURS.least} to ${ADVISED_NOTICE_HOURS.better} hours’ notice.`,
  },
  {
    slug: 'list',
    question: 'What if the list is longer than the time?',
    answer:
      'We go through it with you at the start and do what matters most first. What is left over can wait for another visit; nothing is added to the price without you.',
  },
  {
    slug: 'payment',
    question: 'When do I pay?',
    answer: 'In full, when you book. The booking stands once the payment has gone through.',
  },
  {
    slug: 'changes',
    question: 'What if I need to move or cancel?',
    answer: `Give at least ${NOTICE}’ notice and moving or cancelling is free. With less notice the payment is kept, ${UNLESS_SOLD}: then you get all of it back. ${WHICH_SALE_COUNTS}`,
  },
];
