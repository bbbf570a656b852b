import { Link } from '@tanstack/react-router';
import { NOTICE_DAYS } from '#shared/business.ts';
import { CITIES } from '#shared/cities.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { POLICY_NAMES } from '#shared/fixed-terms.ts';
import { claimHours } from '#shared/hours.ts';
import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import { formatCents } from '#shared/money.ts';
import { PRICE_CENTS } from '#shared/session-type.ts';
import type { Site } from '#shared/site.ts';
import { zoneName } from '#shared/time-zone.ts';
import { NOTICE_EXAMPLE } from '../wording/notice-example.ts';
import type { LegalPart } from './legal-page.tsx';

/** Changes with the words below. */
export const TERMS_SINCE: CivilDate = '2026-11-21';

const { visit, freeThrough } = NOTICE_EXAMPLE;

export function termsParts(site: Site): LegalPart[] {
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'booking',
      title: 'What you book',
      text: (
        <>
          <p>
            A booking is time at one address: a half day ({claimHours('am')}, or {claimHours('pm')}) for{' '}
            {formatCents(PRICE_CENTS['half-day'])}, or a full day ({claimHours('full')}) for{' '}
            {formatCents(PRICE_CENTS['full-day'])}. Dates and times are {zoneName(site.timeZone)}.
          </p>
          <p>
            It is not a promise that a list of any length gets done. We work in the order you choose. When the main work
            is done early, the rest of the time goes to small repairs; what does not fit can be booked again.
          </p>
          <p>
            We come to the {CITIES.length} places on the <Link to="/about">about page</Link>. If a job turns out to need
            a license, a permit or tools that we do not have, we tell you, and spend the time on the rest of your list.
          </p>
        </>
      ),
    },
    {
      id: 'paying',
      title: 'Holding and paying',
      text: (
        <>
          <p>
            You pay in full when you book, by card, with our payment provider. While you pay, the time is held for you
            for 30 minutes and nobody else can take it. If you do not pay, the hold lapses and costs you nothing.
          </p>
          <p>
            The booking stands once the payment has gone through and the confirmation says so; it also comes by email. A
            payment that arrives after the hold has lapsed still books the time if nobody else has taken it. If somebody
            has, or if you were charged twice or a wrong amount, that money goes back in full.
          </p>
          <p>
            The price pays for the time. Materials are yours to supply, or we buy them for you: only after you have
            approved them, and with receipts.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Moving and cancelling in time',
      text: (
        <>
          <p>
            With at least {NOTICE_DAYS} calendar days&rsquo; notice you can cancel and get the whole payment back, or
            move the visit, free, to another open time of the same length.
          </p>
          <p>
            Days are dates on the calendar in {zoneName(site.timeZone)}, not hours: the last moment is the midnight with
            which the day before your visit begins. A {visit} visit can be changed free through the end of {freeThrough}
            , whether it starts in the morning or in the afternoon.
          </p>
          <p>
            The price, the last day for free changes and this policy, “{POLICY_NAMES['two-days-notice']}”, are fixed
            when your booking is confirmed, and every page and email about it names them; moving the visit gives it a
            new last day. If you book so late that this day has already passed, the booking page says so before you pay.
          </p>
          <p>
            To move or cancel a visit, open the link in your confirmation email, or find it in{' '}
            <Link to="/app">your account</Link>. What counts is when you press the button there. If neither can be had,
            write to {mail}: then it is when your message reaches us.
          </p>
        </>
      ),
    },
    {
      id: 'late',
      title: 'Cancelling late',
      text: (
        <>
          <p>
            With less notice a visit cannot be moved, and the payment of a cancelled visit is kept, with one exception:
            if somebody else books and pays for the time you gave up before it would have begun, you get all of it back.
          </p>
          <ul>
            <li>A cancelled full day counts as sold again when both of its halves are; there is no part refund.</li>
            <li>
              A time that we close after you cancelled counts as sold again. A hold that nobody pays for does not.
            </li>
            <li>{WHICH_SALE_COUNTS}</li>
            <li>A refund made under this rule is never taken back, whatever the next customer does.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'us',
      title: 'If we have to cancel',
      text: (
        <p>
          If we cannot come, at any time and for any reason, you get the whole payment back. We tell you as early as we
          can, by email or phone.
        </p>
      ),
    },
    {
      id: 'refunds',
      title: 'How refunds are paid',
      text: (
        <p>
          Refunds go to the card you paid with, by themselves; you do not have to ask. We write to you when one is on
          its way. How soon it shows on your account is up to your bank.
        </p>
      ),
    },
    {
      id: 'visit',
      title: 'The visit',
      text: (
        <>
          <p>
            Someone who may decide about the work is there at the start, or can be reached. We need safe access, and
            water and power where the work needs them. Tell us beforehand about pets, gate codes and anything behind the
            walls that you know of.
          </p>
          <p>
            If nobody lets us in and we cannot reach you within 30 minutes of the start, the visit counts as missed and
            the payment is kept.
          </p>
        </>
      ),
    },
    {
      id: 'wrong',
      title: 'If something goes wrong',
      text: (
        <>
          <p>
            Tell us as soon as you notice, at {mail}, with a photo if you can. The business is registered and carries
            general liability insurance.
          </p>
          <p>
            Nothing in these terms takes away rights that the law gives you. The law of California applies. If we change
            these terms, the new ones hold for bookings made after that.
          </p>
        </>
      ),
    },
    {
      id: 'data',
      title: 'Your data',
      text: (
        <p>
          What we keep about you, and why, stands in the <Link to="/legal/privacy">privacy notice</Link>. If all this
          suits you, <Link to="/book">pick a time</Link>.
        </p>
      ),
    },
  ];
}
