import { ALL_SESSION_TYPES, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { Link } from '@tanstack/react-router';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { CITIES } from '#shared/business/cities.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { CURRENT_POLICY, NOTICE_DAYS, NOTICE_POLICIES } from '#shared/booking/notice-policy.ts';
import { sessionHours } from '#shared/booking/hours.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
import { priceWords } from '#shared/booking/prices.ts';
import { type Legal, licenseWords } from '#shared/business/legal.ts';
import type { Site } from '#shared/business/site.ts';
import { zoneName } from '#shared/time-zone.ts';
import { SellerNote } from '../../components/notices/seller-note.tsx';
import { NOTICE_EXAMPLE } from '../../wording/notice-example.ts';
import type { LegalPart } from './legal-page.tsx';

/** Change it whenever the text below changes. */
export const TERMS_SINCE: CivilDate = '2026-11-27';

const { visit, freeThrough } = NOTICE_EXAMPLE;

/** Work that needs another contractor. */
function beyondUs({ license }: Legal): string {
  return license?.kind === 'none' ? 'a contractor’s license, a building permit' : 'another license, a permit';
}

export function termsParts(site: Site): LegalPart[] {
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'booking',
      title: 'What you book',
      text: (
        <>
          <SellerNote site={site} />
          <p>
            You book our time at one address:{' '}
            <span>
              {ALL_SESSION_TYPES.map(
                (type) => `${SESSION_TYPES[type].words} (${sessionHours(type)}) for ${priceWords(site, type)}`,
              ).join(', or ')}
            </span>
            . All dates and times are <span>{zoneName(site.timeZone)}</span>.
          </p>
          <p>
            We can&rsquo;t promise that a list of any length gets done. We work in the order you choose. If the main
            work is done early, the rest of the time goes to small repairs. If something doesn&rsquo;t fit, you can book
            another visit for it.
          </p>
          <p>
            We come to the {CITIES.length} cities and towns on the <Link to="/about">about page</Link>.{' '}
            <span>{licenseWords(site.legal, site.name)}</span> If a job turns out to need{' '}
            <span>{beyondUs(site.legal)}</span>, or tools that we don&rsquo;t have, we tell you, and spend the time on
            the rest of your list.
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
            You pay in full when you book, by card, through our payment provider. While you pay, the time is held for
            you for {HOLD_MINUTES} minutes, and no one else can take it. If you don&rsquo;t pay, the hold ends and costs
            you nothing.
          </p>
          <p>
            Your visit is booked once the payment has gone through and the confirmation says so. We also email you the
            confirmation. If your payment arrives after the hold has ended, you still get the time if no one else has
            taken it. If someone has, or if you were charged twice or a wrong amount, that money goes back in full.
          </p>
          <p>
            The price pays for our time. You supply the materials, or we buy them for you, but only after you approve
            them, and you get the receipts.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Moving and canceling in time',
      text: (
        <>
          <p>
            With at least {NOTICE_DAYS} calendar days&rsquo; notice, you can cancel for a full refund, or move the visit
            for free to another open time of the same length.
          </p>
          <p>
            We count dates on the calendar, not hours. For a <span>{visit}</span> visit, morning or afternoon, you can
            move or cancel for free through <span>{freeThrough}</span>, 11:59 pm (<span>{zoneName(site.timeZone)}</span>
            ).
          </p>
          <p>
            The price, the last day for free changes, and this policy (“{NOTICE_POLICIES[CURRENT_POLICY].words}”) are
            fixed when your booking is confirmed. You’ll find them on every page and in every email about it. Moving the
            visit gives it a new last day for free changes. If that day has already passed when you book, the booking
            page says so before you pay.
          </p>
          <p>
            To move or cancel a visit, open the link in your confirmation email, or find the visit in{' '}
            <Link to="/app">your account</Link>. What counts is when you press the button there. If neither works, write
            to {mail}. Then what counts is when your message reaches us.
          </p>
        </>
      ),
    },
    {
      id: 'late',
      title: 'Canceling late',
      text: (
        <>
          <p>
            Once your last day for free changes is over, you can&rsquo;t move the visit. You can still cancel it, but we
            keep the payment, unless someone else books and pays for that time before it starts. Then you get a full
            refund, automatically.
          </p>
          <ul>
            <li>
              If you cancel a full day, both halves must be booked again, by one customer or by two. There&rsquo;s no
              refund for one half.
            </li>
            <li>
              If we close the time ourselves after you cancel, that counts as booked. A hold that no one pays for
              doesn&rsquo;t.
            </li>
            <li>{WHICH_SALE_COUNTS}</li>
            <li>Once we refund you under this rule, the refund is yours, whatever the next customer does.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'us',
      title: 'If we have to cancel',
      text: (
        <p>
          If we can&rsquo;t come, at any time and for any reason, you get a full refund. We tell you as early as we can,
          by email or phone.
        </p>
      ),
    },
    {
      id: 'refunds',
      title: 'How refunds are paid',
      text: (
        <p>
          Refunds go automatically to the card you paid with. You don&rsquo;t have to ask. We email you when one is on
          its way, unless you canceled by deleting your account, because then we no longer have your address. How soon
          it shows in your account is up to your bank.
        </p>
      ),
    },
    {
      id: 'visit',
      title: 'The visit',
      text: (
        <>
          <p>
            Someone who can make decisions about the work needs to be there at the start, or be reachable. We need safe
            access, and water and power where the work calls for them. Tell us beforehand about pets, gate codes, and
            anything you know of behind the walls.
          </p>
          <p>
            If no one lets us in and we can&rsquo;t reach you within 30 minutes of the start, the visit counts as
            missed, and we keep the payment.
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
            Nothing in these terms takes away rights that the law gives you. California law applies. If we change these
            terms, the new ones apply only to bookings made after that.
          </p>
        </>
      ),
    },
    {
      id: 'data',
      title: 'Your data',
      text: (
        <p>
          What we keep about you, and why, is in the <Link to="/legal/privacy">privacy notice</Link>. Does all this work
          for you? <Link to="/book">Pick a time</Link>.
        </p>
      ),
    },
  ];
}
