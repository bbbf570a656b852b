import { ALL_SESSION_TYPES, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { CITIES } from '#shared/business/cities.ts';
import { CURRENT_POLICY, NOTICE_DAYS, NOTICE_POLICIES, WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';
import { sessionHours } from '#shared/booking/hours.ts';
import { priceWords } from '#shared/booking/prices.ts';
import { type Legal, licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';
import { zoneName } from '#shared/time-zone.ts';
import { SellerNote } from '../../../components/notices/seller-note.tsx';
import { NOTICE_EXAMPLE } from '../../../marketing/page-parts.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { LegalPage, type LegalPart } from '../../../marketing/legal/legal-page.tsx';
import { documentHead } from '../../../marketing/records.ts';

export const Route = createFileRoute('/(documents)/legal/terms')({
  head: documentHead({
    path: '/legal/terms',
    title: 'Terms',
    description: 'The terms on which a visit is booked, paid, moved, canceled and refunded.',
  }),
  component: Terms,
});

function Terms() {
  const { site } = Route.useRouteContext();
  return (
    <LegalPage
      title="Terms of booking"
      lead={`What you and ${site.name} agree to when you book a visit on this site.`}
      // Change it whenever the text below changes.
      since="2026-11-27"
      parts={termsParts(site)}
    />
  );
}

const { visit, freeThrough } = NOTICE_EXAMPLE;

/** Work that needs another contractor. */
function beyondUs({ license }: Legal): string {
  return license?.kind === 'none' ? 'a contractor’s license, a building permit' : 'another license, a permit';
}

function termsParts(site: Site): LegalPart[] {
  const mail = `[${site.email}](mailto:${site.email})`;
  const lengths = ALL_SESSION_TYPES.map(
    (type) => `${SESSION_TYPES[type].words} (${sessionHours(type)}) for ${priceWords(site, type)}`,
  );
  return [
    {
      id: 'booking',
      title: 'What you book',
      lead: <SellerNote site={site} />,
      text: [
        `You book our time at one address: ${lengths.join(', or ')}. All dates and times are ${zoneName(site.timeZone)}.`,
        'We can’t promise that a list of any length gets done. We work in the order you choose. If the main work is done early, the rest of the time goes to small repairs. If something doesn’t fit, you can book another visit for it.',
        `We come to the ${CITIES.length} cities and towns on the [about page](/about). ${licenseWords(site.legal, site.name)} If a job turns out to need ${beyondUs(site.legal)}, or tools that we don’t have, we tell you, and spend the time on the rest of your list.`,
      ],
    },
    {
      id: 'paying',
      title: 'Holding and paying',
      text: [
        `You pay in full when you book, by card, through our payment provider. While you pay, the time is held for you for ${HOLD_MINUTES} minutes, and no one else can take it. If you don’t pay, the hold ends and costs you nothing.`,
        'Your visit is booked once the payment has gone through and the confirmation says so. We also email you the confirmation. If your payment arrives after the hold has ended, you still get the time if no one else has taken it. If someone has, or if you were charged twice or a wrong amount, that money goes back in full.',
        'The price pays for our time. You supply the materials, or we buy them for you, but only after you approve them, and you get the receipts.',
      ],
    },
    {
      id: 'changes',
      title: 'Moving and canceling in time',
      text: [
        `With at least ${NOTICE_DAYS} calendar days’ notice, you can cancel for a full refund, or move the visit for free to another open time of the same length.`,
        `We count dates on the calendar, not hours. For a ${visit} visit, morning or afternoon, you can move or cancel for free through ${freeThrough}, 11:59 pm (${zoneName(site.timeZone)}).`,
        `The price, the last day for free changes, and this policy (“${NOTICE_POLICIES[CURRENT_POLICY].words}”) are fixed when your booking is confirmed. You’ll find them on every page and in every email about it. Moving the visit gives it a new last day for free changes. If that day has already passed when you book, the booking page says so before you pay.`,
        `To move or cancel a visit, open the link in your confirmation email, or find the visit in [your account](/app). What counts is when you press the button there. If neither works, write to ${mail}. Then what counts is when your message reaches us.`,
      ],
    },
    {
      id: 'late',
      title: 'Canceling late',
      text: [
        'Once your last day for free changes is over, you can’t move the visit. You can still cancel it, but we keep the payment, unless someone else books and pays for that time before it starts. Then you get a full refund, automatically.',
        [
          'If you cancel a full day, both halves must be booked again, by one customer or by two. There’s no refund for one half.',
          'If we close the time ourselves after you cancel, that counts as booked. A hold that no one pays for doesn’t.',
          WHICH_SALE_COUNTS,
          'Once we refund you under this rule, the refund is yours, whatever the next customer does.',
        ],
      ],
    },
    {
      id: 'us',
      title: 'If we have to cancel',
      text: [
        'If we can’t come, at any time and for any reason, you get a full refund. We tell you as early as we can, by email or phone.',
      ],
    },
    {
      id: 'refunds',
      title: 'How refunds are paid',
      text: [
        'Refunds go automatically to the card you paid with. You don’t have to ask. We email you when one is on its way, unless you canceled by deleting your account, because then we no longer have your address. How soon it shows in your account is up to your bank.',
      ],
    },
    {
      id: 'visit',
      title: 'The visit',
      text: [
        'Someone who can make decisions about the work needs to be there at the start, or be reachable. We need safe access, and water and power where the work calls for them. Tell us beforehand about pets, gate codes, and anything you know of behind the walls.',
        'If no one lets us in and we can’t reach you within 30 minutes of the start, the visit counts as missed, and we keep the payment.',
      ],
    },
    {
      id: 'wrong',
      title: 'If something goes wrong',
      text: [
        `Tell us as soon as you notice, at ${mail}, with a photo if you can. The business is registered and carries general liability insurance.`,
        'Nothing in these terms takes away rights that the law gives you. California law applies. If we change these terms, the new ones apply only to bookings made after that.',
      ],
    },
    {
      id: 'data',
      title: 'Your data',
      text: [
        'What we keep about you, and why, is in the [privacy notice](/legal/privacy). Does all this work for you? [Pick a time](/book).',
      ],
    },
  ];
}
