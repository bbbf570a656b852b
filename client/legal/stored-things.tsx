interface Stored {
  readonly name: string;
  readonly kind: string;
  readonly purpose: string;
  readonly life: string;
}

/** All that the site ever puts into a browser. */
const STORED: readonly Stored[] = [
  {
    name: '__Host-hold',
    kind: 'Cookie, signed',
    purpose: 'Recognizes the time you are holding while you pay, and opens your booking here once you have paid',
    life: '24 hours, or until you have this browser forget it, sign in to another account, sign out, or delete your account here',
  },
  {
    name: '__Host-manage',
    kind: 'Cookie, signed',
    purpose:
      'Lets this browser see and change the visits whose emailed links it has opened, or that were paid for here, so that the link doesn’t show in the address bar',
    life: '24 hours after you opened the link or held the time, or until you sign in or out, or have this browser forget it',
  },
  {
    name: '__Host-session',
    kind: 'Cookie, signed',
    purpose: 'Keeps you signed in to your account',
    life: '7 days after your last visit, 30 days after you signed in, or until you sign out, whichever comes first',
  },
  {
    name: '__Host-known',
    kind: 'Cookie, encrypted',
    purpose: 'Lets you sign in here even while someone elsewhere is guessing your password',
    life: '180 days after you last signed in here or opened our link for it, or until you delete your account here',
  },
  {
    name: '__Host-flash0 to __Host-flash2',
    kind: 'Cookies, encrypted',
    purpose: 'Carry your form to the next page when something in it needs another look',
    life: 'Until that page, 10 minutes at most',
  },
  {
    name: '__Host-kept',
    kind: 'Cookie, encrypted',
    purpose:
      'Keeps what you typed into a form on your account pages, but no password, if you were signed out before you sent it',
    life: 'Until you sign in again and the form has it back, or someone else signs in here, 10 minutes at most',
  },
  {
    name: 'booking-form, booking-attempt',
    kind: 'Tab storage',
    purpose: 'Keep what you typed into the booking form, and keep a booking from being sent twice',
    life: 'Until the booking is confirmed, you sign out, or you close the tab',
  },
  {
    name: 'booking-cleared',
    kind: 'Tab storage',
    purpose: 'Keeps this tab from showing answers again after you had it forget them',
    life: 'Until you close the tab',
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

/** One block each rather than a table: four columns do not fit a phone. */
export function StoredThings() {
  return (
    <dl className="flex flex-col gap-3">
      {STORED.map(({ name, kind, purpose, life }) => (
        <div key={name} className="border-l border-edge pl-4">
          <dt className="font-semibold">{name}</dt>
          <dd>
            {purpose}.{' '}
            <span className="text-pencil">
              {kind}. {life}.
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
