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
export function StoredThings({ isTagged }: { readonly isTagged: boolean }) {
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
