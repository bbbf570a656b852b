import { recorded } from '../../../db/rows.ts';
import { expect, test } from 'vitest';
import type { MailCause } from '#events/mail.ts';
import type { CauseOf } from '#server/bookings/letters/letter.ts';
import { type AddressedLetter, lettersFor } from '#server/bookings/letters/letters-for.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';
import { at } from '../../../events/facts.ts';
import { type Customer, customer } from '../customer.ts';
import { type Site, openSite } from '../site.ts';
import { parsed } from '../visit/parsed.ts';

const LATE = at('2027-03-15T12:00:00-07:00');

/** The letters about the last event of a type. */
async function lettersOf(site: Site, type: MailCause, { id }: Customer): Promise<AddressedLetter[]> {
  const event = recorded(site.store, [type]).findLast(({ stream }) => stream === `booking-${id}`);
  return lettersFor(event as CauseOf<MailCause>, (await site.row(id))!, site);
}

const linkIn = (letter: AddressedLetter | undefined) => /\/manage\/[\w-]{43}/.exec(letter?.content.text ?? '')?.[0];
const fileOf = (letter: AddressedLetter | undefined) => parsed(letter!.content.attachments![0]!.content);

test('a move is mailed to both parties: the customer gets the new link and a new calendar entry', async () => {
  const site = openSite();
  const ada = await customer(site);
  const old = await ada.link();
  const [before] = await lettersOf(site, 'BookingConfirmed', ada);
  await ada.moves('2027-03-20', 'pm');
  const [mail, notice, ...others] = await lettersOf(site, 'BookingRescheduled', ada);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    role: 'customer',
    content: { subject: 'Handyman visit Sat, Mar 20, 1:00 pm to 6:00 pm (moved)' },
  });
  expect([linkIn(before), linkIn(mail)]).toEqual([old, await ada.link()]);
  const [first, second] = [fileOf(before), fileOf(mail)];
  expect(first).toMatchObject({ url: expect.stringMatching(`${old}$`), description: expect.stringContaining(old) });
  expect(second.url).toMatch(new RegExp(`${await ada.link()}$`));
  expect(second.description).toContain(await ada.link());
  expect(second.description).not.toContain(old);
  expect(second).toMatchObject({ method: 'REQUEST', uid: first.uid, starts: '2027-03-20T20:00:00.000Z', sequence: 1 });
  expect(notice).toMatchObject({ role: 'owner', to: site.config.ownerEmail });
  expect(notice!.content.text).toContain('Tuesday, March 16, 2027');
  expect(linkIn(notice)).toBeUndefined();
});

test('a late cancellation explains when it would be refunded, and a refund is announced', async () => {
  const site = openSite();
  const ada = await customer(site, { claim: 'full' });
  site.clock.advance(LATE - site.clock.now());
  await ada.opens();
  await ada.cancels('forfeit');
  const [mail, notice] = await lettersOf(site, 'BookingForfeited', ada);
  const words = mail!.content.text.replaceAll(/\s+/g, ' ');
  expect(words).toContain(
    'Free cancellation ended on Sunday, March 14, 2027, at 11:59 pm (Pacific Time), so for now, we keep the $499 you paid.',
  );
  expect(words).toContain(
    'If all of it is booked and paid for before it starts, by one customer or by two, you get a full refund of $499 automatically',
  );
  expect(words).toContain('If only half of it is booked again, there’s no refund.');
  expect(words).toContain(WHICH_SALE_COUNTS);
  expect(fileOf(mail)).toMatchObject({ method: 'CANCEL', sequence: 1 });
  expect(linkIn(mail)).toBe(await ada.link());
  expect(notice!.content.subject).toMatch(/^Canceled late/);
  const fixed = 'Price $499. Changes were free through Sunday, March 14, 2027. Policy: 2 calendar days’ notice.';
  for (const { content } of [mail!, notice!]) expect(content.text.replaceAll(/\s+/g, ' ')).toContain(fixed);
  await customer(site, { claim: 'full' });
  const [good, ...others] = await lettersOf(site, 'RefundRequested', ada);
  expect(others).toEqual([]);
  expect(good).toMatchObject({
    role: 'customer',
    content: { subject: expect.stringContaining('you get your $499 back') },
  });
  expect(good!.content.text).toContain('Your time was filled after all');
});
