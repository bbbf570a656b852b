import { Link } from '@tanstack/react-router';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Site } from '#shared/site.ts';
import type { LegalPart } from './legal-page.tsx';
import { StoredThings } from './stored-things.tsx';

/** Changes with the words below. */
export const PRIVACY_SINCE: CivilDate = '2026-11-22';

export function privacyParts(site: Site): LegalPart[] {
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'reading',
      title: 'When you only read',
      text: (
        <>
          <p>
            We keep nothing about you. The site has no analytics, no advertising and no scripts from anybody else, and
            sets no cookie until you book, sign in or open the link in an email.
          </p>
          <p>
            Our server writes a line for each request, to find faults: the time, the page, whether it worked and how
            long it took. That line has no name, no network address and nothing that you typed. So that no visitor
            crowds out the others, the server counts requests by network address: in its memory alone, and never on
            disk.
          </p>
        </>
      ),
    },
    {
      id: 'booking',
      title: 'When you book',
      text: (
        <>
          <ul>
            <li>
              Your name, email address and phone number, the address of the visit and your notes: to come, to reach you,
              and to send what you need to know about the booking.
            </li>
            <li>The date, the length, the place and the tasks you ticked: to plan the work.</li>
            <li>What was paid and refunded, with the payment provider&rsquo;s reference: for our books.</li>
          </ul>
          <p>
            The first of these are stored encrypted, under a key that is made for you alone. All of it is kept from when
            you go on to pay, also if you then do not.
          </p>
          <p>
            The confirmation page can be opened by anyone who has its address. It shows the length, the date, the price
            and whether the booking stands, and nothing about you.
          </p>
        </>
      ),
    },
    {
      id: 'account',
      title: 'When you have an account',
      text: (
        <>
          <ul>
            <li>
              Your name and email address, and your phone number and an address if you leave them with us: so that you
              are who comes back, and need not type everything again.
            </li>
            <li>Your password: only in a form from which nobody can read it.</li>
            <li>
              Where you are signed in: the kind of device, since when and when last. You see the list in{' '}
              <Link to="/app/profile">your profile</Link> and can end each.
            </li>
            <li>
              Each time you or somebody else signs in or out, tries your password, changes it or deletes the account:
              one more line in the server&rsquo;s log, with the time, whether it worked, the network address it came
              from and a code that stands for your email address. That&rsquo;s how we find out who guesses passwords.
            </li>
          </ul>
          <p>
            Bookings made with your address belong to your account once you have confirmed it. Your profile also hands
            out all that we have about you as a file, and deletes the account.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Who else gets to see it',
      text: (
        <>
          <ul>
            <li>
              Stripe takes the payment, on its own pages. From us it gets your email address, what you booked and the
              price; the card number goes to Stripe and never to us.
            </li>
            <li>
              Resend delivers our emails to you, and so handles your email address and what the emails say: your name,
              the visit and where it is, the payment.
            </li>
            <li>The company that runs our servers stores the data for us.</li>
          </ul>
          <p>
            We give it to them for that work alone. We do not sell your data, and we do not share it for advertising.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      text: (
        <>
          <StoredThings />
          <p>
            All of it belongs to this site alone and is needed for what you do here, which is why nobody asks for your
            consent. Nothing follows you to other sites. Stripe&rsquo;s pages set cookies of their own.
          </p>
        </>
      ),
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      text: (
        <>
          <p>
            Bookings stay in our records for good, because money changed hands and time was sold. What says who you are
            stays until you ask us to delete it.
          </p>
          <p>
            Deleting means that we destroy your key. After that nobody can read your name, addresses, phone number and
            notes any more, ourselves included, and the booking stays without a name. Mails that were sent and records
            that Stripe has to keep are beyond our reach.
          </p>
          <p>
            If you delete your account with a visit coming up, you choose: cancel it, or keep it. If you keep it, we
            hold on to your name, email, phone, address and notes for that visit until it&rsquo;s over. Then we delete
            them, too.
          </p>
          <p>
            We keep the server&rsquo;s log for 30 days, to find faults and break-ins. Deleting your account takes no
            lines out of it, but it has no name and no email address to begin with.
          </p>
        </>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: (
        <>
          <p>
            Ask us what we hold about you, have it corrected, get a copy, or have it deleted: write to {mail}. We ask
            for enough to be sure that it is you, and nobody is treated worse for asking. If your visit is still to
            come, we need your address until it is over; or you cancel it under the <Link to="/legal/terms">terms</Link>
            .
          </p>
          <p>
            If this notice changes, the date at the top changes with it. All clear? <Link to="/book">Pick a time</Link>.
          </p>
        </>
      ),
    },
  ];
}
