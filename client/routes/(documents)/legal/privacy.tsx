import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import type { Site } from '#shared/business/site.ts';
import type { Consent, TagManager } from '#shared/measuring/consent.ts';
import { ConsentForm } from '../../../shell/consent/consent-form.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { LegalPage, type LegalPart } from '../../../marketing/legal/legal-page.tsx';
import { documentHead } from '../../../marketing/records.ts';

export const Route = createFileRoute('/(documents)/legal/privacy')({
  head: documentHead({
    path: '/legal/privacy',
    title: 'Privacy',
    description: 'What we keep about you when you book, why, for how long, and how to have it deleted.',
  }),
  component: Privacy,
});

function Privacy() {
  const { site } = Route.useRouteContext();
  return (
    <LegalPage
      title="Privacy notice"
      lead="You can read this site without telling us anything. When you book, we keep what the visit needs and nothing else."
      // Change it whenever the text below changes.
      since="2026-11-27"
      parts={privacyParts(site)}
    />
  );
}

/** The signals of browsers (Business and Professions Code 22575(b)(5)). */
function signalWords(tagManager: Site['tagManager']): string {
  if (tagManager === null)
    return 'Nothing here follows you from site to site, with these signals or without, so there’s nothing for them to turn off.';
  if (tagManager.consent === 'not-asked')
    return 'We don’t respond to either signal: Google counts your visit unless an extension of your browser blocks it. Google may recognize you over time and on other sites.';
  return 'If your browser sends Global Privacy Control, we take it as a no, and nothing of Google’s is loaded. We don’t respond to Do Not Track, but nothing is loaded until you accept. Once you do, Google may recognize you over time and on other sites.';
}

function privacyParts(site: Site): LegalPart[] {
  const { tagManager } = site;
  const mail = `[${site.email}](mailto:${site.email})`;
  return [
    {
      id: 'reading',
      title: 'When you only read',
      text: [
        tagManager
          ? `The site has no advertising. Whether Google counts your visit is [${tagManager.consent === 'not-asked' ? 'explained below' : 'your choice'}](#choice). We set no cookie of our own until you choose, book, sign in, or open the link in an email.`
          : 'We keep nothing about you. The site has no advertising, no analytics by others, and no scripts from anyone else, and sets no cookie until you book, sign in, or open the link in an email.',
        'About every second time, your browser tells our server how fast the page was: the page and up to six numbers. The server adds them to its counts of that day, without an address or anything else about you, and deletes the counts after 90 days.',
        'For each request, our server writes one line to help us find faults: the time, the page, whether it worked, and how long it took. That line has no name, no network address, and nothing you typed. So that no visitor crowds out the others, the server counts requests by network address, but only in its memory, never on disk.',
      ],
    },
    ...(tagManager
      ? [{ id: 'choice', title: 'Counting visits', lead: <VisitCounting tagManager={tagManager} />, text: [] }]
      : []),
    {
      id: 'booking',
      title: 'When you book',
      text: [
        [
          `Your ${PERSONAL_WORDS}: so we can find you, reach you, and send you what you need to know about the visit.`,
          'Photos of the job, if you send any: so we know what to bring. Before we keep one, we take out what cameras add to it, like where and when it was taken. Only you and we can see it.',
          'The date, the length, the city, and the tasks you checked: so we can plan the work.',
          'What was paid and refunded, with the payment provider’s reference: for our records.',
          'A code made from your network address, until you’ve paid or your time is no longer held: so that nobody can take all times without paying.',
        ],
        'Your name, contact details, notes, and the address are stored encrypted, with a key made just for you. We keep all of it from the moment you go on to pay, even if you don’t pay in the end. Photos are different: we have them from the moment you send them, and delete them about a day later if you don’t book, or don’t pay.',
        'Anyone who has the address of the confirmation page can open it. It shows the length, the date, the price, and whether the visit is booked, but nothing about you.',
      ],
    },
    {
      id: 'account',
      title: 'When you have an account',
      text: [
        [
          'Your name and email address, and your phone number and an address if you give them to us: so we know it’s you, and you don’t have to type everything again.',
          'Your password: only in a form that no one can read, including us.',
          'Where you’re signed in: the kind of device, since when, and when last. You find the list in [your profile](/app/profile) and can sign each one out.',
          'Each time you or someone else signs in or out, tries your password, changes it, or deletes the account: one more line in the server’s log, with the time, whether it worked, the network address it came from, and a code that stands for your email address. That’s how we notice when someone is guessing passwords.',
        ],
        'Visits booked with your email address belong to your account once you’ve confirmed that address. On your profile you can also download everything we have about you, and delete your account.',
      ],
    },
    {
      id: 'others',
      title: 'Who else gets to see it',
      text: [
        recipients(site),
        'We give it to them only for that work. We don’t sell your data, and we don’t share it for advertising.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      lead: <StoredThings isTagged={tagManager !== null} />,
      text: [
        `All of it belongs to this site alone and is needed for what you do here, so we don’t ask for your consent. ${tagManager ? 'Google’s cookies are another matter: see “Counting visits”. ' : 'Nothing follows you to other sites. '}${site.connected.stripe ? 'Stripe’s pages set cookies of their own.' : ''}`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      text: [
        'Bookings stay in our records for good, because money changed hands. Your name, contact details, and address stay until you ask us to delete them. So do photos, but you can remove each one yourself on the page of your visit.',
        'To delete them, we destroy your key. After that, no one can read your name, addresses, phone number, and notes anymore, including us. We delete your photos, too. Our backups forget you about two days later. The booking stays, without a name. We can’t take back emails we’ve sent, what our other programs already have until we delete it there, or records that the payment provider has to keep.',
        `If you delete your account with a visit coming up, you choose: cancel it, or keep it. If you keep it, or pay for one while we’re deleting the account, we hold on to your ${PERSONAL_WORDS} for that visit until it’s over. Then we delete them, too.`,
        'We keep the server’s log for 30 days, to find faults and break-ins. Deleting your account doesn’t remove lines from it, but they never have your name or email address in them.',
      ],
    },
    {
      id: 'signals',
      title: 'Do Not Track and Global Privacy Control',
      text: [signalWords(tagManager)],
    },
    {
      id: 'california',
      title: 'In the words of California law',
      text: [
        `We collect identifiers (name, email, phone, postal address, and, when you sign in, your network address), commercial information (what you booked and paid), and photos you send us. We collect them from you, for the reasons above.${tagManager ? ' If Google counts your visit, it collects internet activity.' : ''}`,
        'We don’t sell personal information, don’t share it for advertising, and don’t give it to anyone for their own marketing. You can use the rights below yourself, or through a person you choose.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: [
        `You can ask us what we have about you, and have it corrected, copied, or deleted. Email ${mail}. We’ll make sure it’s really you, and you’re never treated worse for asking. If you have a visit coming up, we need your address until it’s over, unless you cancel it under the [terms](/legal/terms).`,
        'If this notice changes, the date at the top changes with it. All clear? [Pick a time](/book).',
      ],
    },
  ];
}

/** Only connected services are named. */
function recipients({ connected, tagManager }: Site): string[] {
  const { stripe, resend, svix, storage } = connected;
  const bookings =
    svix === 'bookings'
      ? ', but not who you are or where you live.'
      : ' and where it is, your name, email address, and phone number, and not your notes or gate code.';
  return [
    stripe &&
      'Stripe takes the payment, on its own pages. From us it gets your email address, what you booked, and the price. Your card number goes to Stripe and never to us.',
    resend &&
      'Resend delivers our emails to you, so it handles your email address and what the emails say: your name, the visit and where it is, and the payment. It tells us when an email can’t be delivered.',
    svix !== 'none' &&
      `Svix passes bookings on to our other programs, such as a calendar, where we use any. It gets the visit${bookings}`,
    'Google Maps shows us the way to you. It gets the address of the visit, without your name, when we look it up.',
    'If we read our visits in a calendar app, its company gets when and where they are, your name, phone number, and notes.',
    tagManager && 'Google counts visits, as [“Counting visits”](#choice) says.',
    `The company that runs our servers stores the data for us.${storage ? ' A storage service keeps the photos and a copy of our records. Both are private, and the service encrypts them.' : ''}`,
  ].filter((each) => typeof each === 'string');
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

interface Stored {
  readonly name: string;
  readonly kind: string;
  readonly purpose: string;
  readonly life: string;
}

const STORED: readonly Stored[] = [
  {
    name: '__Host-hold, __Host-links',
    kind: 'Cookies, signed',
    purpose:
      'Recognize the time you are holding while you pay. Let this browser see and change the visits that were paid for here, or whose emailed links it has opened, so that the link doesn’t show in the address bar',
    life: '24 hours after you held the time or opened the link. Less if you have this browser forget it, sign in or out, or delete your account here',
  },
  {
    name: '__Host-flash',
    kind: 'Cookie, signed',
    purpose: 'Carries one message to the next page, for example that something was saved',
    life: 'Until the next page, 10 minutes at most',
  },
  {
    name: '__Host-session',
    kind: 'Cookie, signed',
    purpose: 'Keeps you signed in to your account',
    life: '7 days after your last visit, 30 days after you signed in, or until you sign out, whichever comes first',
  },
  {
    name: 'scripts',
    kind: 'Cookie',
    purpose: 'On the owner’s own pages: tells the server that scripts run, so that those pages come faster',
    life: 'Until you close the browser',
  },
  {
    name: 'booking-form, booking-attempt',
    kind: 'Tab storage',
    purpose:
      'Keep what you typed into the booking form and which photos you sent, and keep a booking from being sent twice',
    life: 'Until the booking is confirmed, you sign out, or you close the tab',
  },
  {
    name: 'booking-cleared',
    kind: 'Tab storage',
    purpose: 'Keeps this tab from showing answers again after you had it forget them',
    life: 'Until you close the tab',
  },
  {
    name: 'toast',
    kind: 'Tab storage',
    purpose: 'Carries a message to the next page, such as that you’re signed out',
    life: 'Until the next page has shown it',
  },
  {
    name: 'booking-held',
    kind: 'Browser storage',
    purpose: 'Tells this browser’s other tabs that you’re holding a time',
    life: 'Less than a second',
  },
  {
    name: 'theme',
    kind: 'Browser storage',
    purpose: 'Remembers whether you chose light or dark',
    life: 'Until you clear it',
  },
];

const STORED_WITH_TAGS: readonly Stored[] = [
  {
    name: '__Host-consent',
    kind: 'Cookie, signed',
    purpose: 'Remembers whether you accepted or rejected that Google counts your visit',
    life: '180 days after you chose',
  },
  {
    name: 'bookings-counted',
    kind: 'Browser storage',
    purpose: 'Keeps a booking from being counted twice. Stored only while Google counts your visit',
    life: 'Until you clear it',
  },
];

/** Blocks, because four columns do not fit a phone. */
function StoredThings({ isTagged }: { readonly isTagged: boolean }) {
  const stored = isTagged ? [...STORED, ...STORED_WITH_TAGS] : STORED;
  return (
    <dl className="flex flex-col gap-3">
      {stored.map(({ name, kind, purpose, life }) => (
        <div key={name} className="border-l border-edge pl-4">
          <dt className="font-semibold">{name}</dt>
          <dd>
            <span>{purpose}</span>. <span className="text-pencil">{`${kind}. ${life}.`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
