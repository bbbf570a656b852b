import { ALL_SESSION_TYPES, SESSION_TYPES } from '../booking/session-type.ts';
import { ADVISED_NOTICE_HOURS } from './business.ts';
import { type Legal, licenseWords } from './legal.ts';
import type { Site } from './site.ts';
import { CITIES } from './cities.ts';
import { sessionHours } from '../booking/hours.ts';
import { WHICH_SALE_COUNTS, keptUnlessSold, NOTICE_DAYS } from '../booking/notice-policy.ts';
import { allPriceWords } from '../booking/prices.ts';

export interface Question {
  readonly slug: string;
  readonly question: string;
  readonly answer: string;
}

const NOTICE = `${NOTICE_DAYS} calendar days`;

export function faqOf(site: Pick<Site, 'legal' | 'name' | 'prices'>): readonly Question[] {
  return [
    {
      slug: 'half-or-full',
      question: 'Should I book a half day or a full day?',
      answer: `If you’re not sure, book the full day. If the main job is done early, we spend the rest of the time on your small repairs: the door that sticks, the shelf that never went up. It’s ${allPriceWords(site)}.`,
    },
    ...POLICIES,
    { slug: 'license', question: 'Do you have a contractor’s license?', answer: licenseAnswer(site.legal, site.name) },
  ];
}

function licenseAnswer(legal: Legal, name: string): string {
  const words = licenseWords(legal, name);
  if (legal.license?.kind === 'none') return `No. ${words} For more than that, you need a licensed contractor.`;
  return `Yes: ${words} You can check it at cslb.ca.gov.`;
}

const POLICIES: readonly Question[] = [
  {
    slug: 'price',
    question: 'What does the price cover?',
    answer: `Our time: ${ALL_SESSION_TYPES.map((type) => `${sessionHours(type, ' or ')} for ${SESSION_TYPES[type].words}`).join(', ')}. It’s the same price any day of the week and in all ${CITIES.length} cities and towns we serve. Materials are extra.`,
  },
  {
    slug: 'materials',
    question: 'Who buys the materials?',
    answer:
      'You can have them ready, or we can buy them for you. We ask for your OK before we spend anything, and you get the receipts.',
  },
  {
    slug: 'same-day',
    question: 'Can you come today?',
    answer: `Sometimes. It depends on the schedule, and the booking page shows what’s open. We recommend ${ADVISED_NOTICE_HOURS.least} to ${ADVISED_NOTICE_HOURS.better} hours’ notice.`,
  },
  {
    slug: 'list',
    question: 'What if the list is longer than the time?',
    answer:
      'We go through it with you at the start and do what matters most first. Whatever’s left can wait for another visit. You never pay more for our time than the price you booked.',
  },
  {
    slug: 'payment',
    question: 'When do I pay?',
    answer: 'In full, when you book. Your visit is booked as soon as the payment goes through.',
  },
  {
    slug: 'changes',
    question: 'What if I need to move or cancel?',
    answer: `With at least ${NOTICE}’ notice, moving or canceling is free. With less notice, you can’t move the visit, and if you cancel, ${keptUnlessSold()} ${WHICH_SALE_COUNTS}`,
  },
];
