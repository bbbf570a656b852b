import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import { Link } from '@tanstack/react-router';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Site } from '#shared/business/site.ts';
import type { LegalPart } from './legal-page.tsx';
import { Recipients } from './recipients.tsx';
import { StoredThings } from './stored-things.tsx';
import type { Consent, TagManager } from '#shared/measuring/consent.ts';
import { ConsentForm } from '../../shell/consent/consent-form.tsx';

/** Change it whenever the text below changes. */
export const PRIVACY_SINCE: CivilDate = '2026-11-27';

/** The signals of browsers (Business and Professions Code 22575(b)(5)). */
function signalWords(tagManager: Site['tagManager']): string {
  if (tagManager === null)
    return 'Nothing here follows you from site to site, with these signals or without, so there’s nothing for them to turn off.';
  if (tagManager.consent === 'not-asked')
    return 'We don’t respond to either signal: Google counts your visit unless an extension of your browser blocks it. Google may recognize you over time and on other sites.';
  return 'If your browser sends Global Privacy Control, we take it as a no, and nothing of Google’s is loaded. We don’t respond to Do Not Track, but nothing is loaded until you accept. Once you do, Google may recognize you over time and on other sites.';
}

export function privacyParts(site: Site): LegalPart[] {
  const { tagManager } = site;
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'reading',
      title: 'When you only read',
      text: (
        <>
          {tagManager ? (
            <p>
              The site has no advertising. Whether Google counts your visit is{' '}
              <a href="#choice">{tagManager.consent === 'not-asked' ? 'explained below' : 'your choice'}</a>. We set no
              cookie of our own until you choose, book, sign in, or open the link in an email.
            </p>
          ) : (
            <p>
              We keep nothing about you. The site has no advertising, no analytics by others, and no scripts from anyone
              else, and sets no cookie until you book, sign in, or open the link in an email.
            </p>
          )}
          <p>
            About every second time, your browser tells our server how fast the page was: the page and up to six
            numbers. The server adds them to its counts of that day, without an address or anything else about you, and
            deletes the counts after 90 days.
          </p>
          <p>
            For each request, our server writes one line to help us find faults: the time, the page, whether it worked,
            and how long it took. That line has no name, no network address, and nothing you typed. So that no visitor
            crowds out the others, the server counts requests by network address, but only in its memory, never on disk.
          </p>
        </>
      ),
    },
    ...(tagManager
      ? [{ id: 'choice', title: 'Counting visits', text: <VisitCounting tagManager={tagManager} /> }]
      : []),
    {
      id: 'booking',
      title: 'When you book',
      text: (
        <>
          <ul>
            <li>
              Your {PERSONAL_WORDS}: so we can find you, reach you, and send you what you need to know about the visit.
            </li>
            <li>
              Photos of the job, if you send any: so we know what to bring. Before we keep one, we take out what cameras
              add to it, like where and when it was taken. Only you and we can see it.
            </li>
            <li>The date, the length, the city, and the tasks you checked: so we can plan the work.</li>
            <li>What was paid and refunded, with the payment provider&rsquo;s reference: for our records.</li>
          </ul>
          <p>
            Your name, contact details, notes, and the address are stored encrypted, with a key made just for you. We
            keep all of it from the moment you go on to pay, even if you don&rsquo;t pay in the end. Photos are
            different: we have them from the moment you send them, and delete them about a day later if you don&rsquo;t
            book, or don&rsquo;t pay.
          </p>
          <p>
            Anyone who has the address of the confirmation page can open it. It shows the length, the date, the price,
            and whether the visit is booked, but nothing about you.
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
              Your name and email address, and your phone number and an address if you give them to us: so we know
              it&rsquo;s you, and you don&rsquo;t have to type everything again.
            </li>
            <li>Your password: only in a form that no one can read, including us.</li>
            <li>
              Where you&rsquo;re signed in: the kind of device, since when, and when last. You find the list in{' '}
              <Link to="/app/profile">your profile</Link> and can sign each one out.
            </li>
            <li>
              Each time you or someone else signs in or out, tries your password, changes it, or deletes the account:
              one more line in the server&rsquo;s log, with the time, whether it worked, the network address it came
              from, and a code that stands for your email address. That&rsquo;s how we notice when someone is guessing
              passwords.
            </li>
          </ul>
          <p>
            Visits booked with your email address belong to your account once you&rsquo;ve confirmed that address. On
            your profile you can also download everything we have about you, and delete your account.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Who else gets to see it',
      text: (
        <>
          <Recipients site={site} />
          <p>
            We give it to them only for that work. We don&rsquo;t sell your data, and we don&rsquo;t share it for
            advertising.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      text: (
        <>
          <StoredThings isTagged={tagManager !== null} />
          <p>
            All of it belongs to this site alone and is needed for what you do here, so we don&rsquo;t ask for your
            consent.{' '}
            <span>
              {tagManager
                ? 'Google’s cookies are another matter: see “Counting visits”. '
                : 'Nothing follows you to other sites. '}
            </span>
            <span>{site.connected.stripe ? 'Stripe’s pages set cookies of their own.' : ''}</span>
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
            Bookings stay in our records for good, because money changed hands. Your name, contact details, and address
            stay until you ask us to delete them. So do photos, but you can remove each one yourself on the page of your
            visit.
          </p>
          <p>
            To delete them, we destroy your key. After that, no one can read your name, addresses, phone number, and
            notes anymore, including us. We delete your photos, too. Our backups forget you about two days later. The
            booking stays, without a name. We can&rsquo;t take back emails we&rsquo;ve sent, what our other programs
            already have until we delete it there, or records that the payment provider has to keep.
          </p>
          <p>
            If you delete your account with a visit coming up, you choose: cancel it, or keep it. If you keep it, or pay
            for one while we&rsquo;re deleting the account, we hold on to your {PERSONAL_WORDS} for that visit until
            it&rsquo;s over. Then we delete them, too.
          </p>
          <p>
            We keep the server&rsquo;s log for 30 days, to find faults and break-ins. Deleting your account
            doesn&rsquo;t remove lines from it, but they never have your name or email address in them.
          </p>
        </>
      ),
    },
    {
      id: 'signals',
      title: 'Do Not Track and Global Privacy Control',
      text: <p>{signalWords(tagManager)}</p>,
    },
    {
      id: 'california',
      title: 'In the words of California law',
      text: (
        <>
          <p>
            We collect identifiers (name, email, phone, postal address, and, when you sign in, your network address),
            commercial information (what you booked and paid), and photos you send us. We collect them from you, for the
            reasons above.
            <span>{tagManager ? ' If Google counts your visit, it collects internet activity.' : ''}</span>
          </p>
          <p>
            We don&rsquo;t sell personal information, don&rsquo;t share it for advertising, and don&rsquo;t give it to
            anyone for their own marketing. You can use the rights below yourself, or through a person you choose.
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
            You can ask us what we have about you, and have it corrected, copied, or deleted. Email {mail}. We&rsquo;ll
            make sure it&rsquo;s really you, and you&rsquo;re never treated worse for asking. If you have a visit coming
            up, we need your address until it&rsquo;s over, unless you cancel it under the{' '}
            <Link to="/legal/terms">terms</Link>.
          </p>
          <p>
            If this notice changes, the date at the top changes with it. All clear? <Link to="/book">Pick a time</Link>.
          </p>
        </>
      ),
    },
  ];
}

const STATES: Readonly<Record<Exclude<Consent, 'not-asked'>, string>> = {
  open: 'You haven’t chosen yet, so nothing of it has been loaded.',
  accepted:
    'You accepted, so it’s loaded. If you change your mind, cookies that Google has set stay until you clear them.',
  rejected: 'You rejected it, so none of it is loaded.',
  'browser-rejects':
    'Your browser asks sites not to share your data (Global Privacy Control). We take that as a no, so none of it is loaded.',
};

function VisitCounting({ tagManager }: { readonly tagManager: TagManager }) {
  const { consent } = tagManager;
  return (
    <>
      <p>
        Google Tag Manager and Google Analytics count visits for us. They learn which pages you open, how fast those
        were, that you clicked our email address, and that you booked: the length, the price, and the booking’s public
        number, but not your name, address, email, or anything you typed. Google also sees your network address and sets
        cookies of its own, such as _ga.
      </p>
      {consent === 'not-asked' ? (
        <p>
          It’s loaded on every page. A browser extension that blocks trackers keeps it out, and the site works without.
        </p>
      ) : (
        <>
          {Object.entries(STATES).map(([state, words]) => (
            <p key={state} data-consent-state={state} hidden={state !== consent}>
              {words}
            </p>
          ))}
          {consent === 'browser-rejects' ? null : (
            <ConsentForm {...(consent === 'open' && { tagManager: tagManager.id })} />
          )}
        </>
      )}
    </>
  );
}
