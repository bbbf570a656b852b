import { expect, test } from 'vitest';
import type { Job } from '#db/jobs.ts';
import type { Recorded } from '#events/event.ts';
import type { MailCause } from '#events/mail.ts';
import type { CauseOf } from '#server/bookings/letters/letter.ts';
import { lettersFor, ownersLetter } from '#server/bookings/letters/letters-for.ts';
import { aboutParkedMail } from '#server/bookings/letters/undelivered.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { type Site, openSite } from '../site.ts';

async function lettersOf(site: Site, event: Recorded, id: string, change: object = {}) {
  const row = { ...(await site.row(id))!, ...change };
  return lettersFor(event as CauseOf<MailCause>, row, site);
}

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  return { site, ada, id };
}

async function booked() {
  const { site, ada, id } = await held();
  const event = site.recorded('BookingConfirmed');
  await ada.pays();
  await ada.returns();
  return { site, ada, id, event: await event };
}

test('a confirmed booking is mailed to customer and owner, with links to the public site', async () => {
  const { site, id, event } = await booked();
  const [customer, owner, ...others] = await lettersOf(site, event, id);
  expect(others).toEqual([]);
  expect(customer).toMatchObject({ role: 'customer', to: 'ada@example.com' });
  expect(customer!.content.text).toMatch(/http:\/\/localhost:3000\/manage\/[\w-]{43}\n/);
  expect(customer!.content.text).toMatch(/http:\/\/localhost:3000\/manage\/[\w-]{43}\/calendar\.ics/);
  expect(customer!.content.text).toContain('TV Mounting');
  expect(owner).toMatchObject({ role: 'owner', to: site.config.ownerEmail });
  // The owner has no page of a booking yet, and the public one contains less than the mail.
  expect(owner!.content.text).not.toContain('http://localhost:3000/');
  expect(owner!.content.text).toContain(referenceOf(id));
});

test("a forgotten customer gets no mail; the owner's mail about the visit has no personal data", async () => {
  const { site, id, event } = await booked();
  const forgotten = { name: null, email: null, phone: null, address: null, notes: null };
  const letters = await lettersOf(site, event, id, forgotten);
  expect(letters).toMatchObject([{ role: 'owner', to: site.config.ownerEmail }]);
  const { text, html } = letters[0]!.content;
  expect(text).toMatch(/^Customer +Deleted customer$/m);
  expect(text).toContain('TV Mounting');
  for (const words of [text, html]) expect(words).not.toMatch(/null|mailto:ada|tel:|^Phone|^Email /m);
  const parked = { kind: 'mail', key: `${event.id}:customer`, code: 'provider-422' } as Job;
  const told = async (change: object) =>
    ownersLetter(event as CauseOf<MailCause>, { ...(await site.row(id))!, ...change }, site, (matter) =>
      aboutParkedMail(parked, matter),
    );
  expect(await told({})).toMatchObject({ to: site.config.ownerEmail });
  expect(await told(forgotten)).toBeNull();
});
