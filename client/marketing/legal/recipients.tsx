import type { Site } from '#shared/business/site.ts';

/** Only connected services are named. */
export function Recipients({ site: { connected, tagManager } }: { readonly site: Site }) {
  const { stripe, resend, svix, storage } = connected;
  return (
    <ul>
      {stripe ? (
        <li>
          Stripe takes the payment, on its own pages. From us it gets your email address, what you booked, and the
          price. Your card number goes to Stripe and never to us.
        </li>
      ) : null}
      {resend ? (
        <li>
          Resend delivers our emails to you, so it handles your email address and what the emails say: your name, the
          visit and where it is, and the payment. It tells us when an email can&rsquo;t be delivered.
        </li>
      ) : null}
      {svix === 'none' ? null : (
        <li>
          Svix passes bookings on to our other programs, such as a calendar, where we use any. It gets the visit
          <span>
            {svix === 'bookings'
              ? ', but not who you are or where you live.'
              : ' and where it is, your name, email address, and phone number, and not your notes or gate code.'}
          </span>
        </li>
      )}
      <li>
        Google Maps shows us the way to you. It gets the address of the visit, without your name, when we look it up.
      </li>
      <li>
        If we read our visits in a calendar app, its company gets when and where they are, your name, phone number, and
        notes.
      </li>
      {tagManager ? (
        <li>
          Google counts visits, as <a href="#choice">“Counting visits”</a> says.
        </li>
      ) : null}
      <li>
        The company that runs our servers stores the data for us.
        <span>
          {storage
            ? ' A storage service keeps the photos and a copy of our records. Both are private, and the service encrypts them.'
            : ''}
        </span>
      </li>
    </ul>
  );
}
