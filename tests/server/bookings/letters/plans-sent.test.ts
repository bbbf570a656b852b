import { recorded } from '../../../db/rows.ts';
import { expect, test } from 'vitest';
import type { MailCause } from '#events/mail.ts';
import type { CauseOf } from '#server/bookings/letters/letter.ts';
import { type AddressedLetter, lettersFor } from '#server/bookings/letters/letters-for.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
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

test('a confirmation sent after the visit was moved names the confirmed slot, with the link that is valid now', async () => {
  const site = openSite();
  const ada = await customer(site);
  const old = await ada.link();
  const [before] = await lettersOf(site, 'BookingConfirmed', ada);
  await ada.moves('2027-03-20', 'pm');
  const [late] = await lettersOf(site, 'BookingConfirmed', ada);
  expect(late!.content.subject).toBe(before!.content.subject);
  expect(late!.content.text).toBe(before!.content.text.replaceAll(old, await ada.link()));
  expect(fileOf(late)).toMatchObject({ starts: fileOf(before).starts, sequence: 0 });
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

test.each([
  ['am', '2027-03-16T05:00:00-07:00', 'No one can book that time anymore'],
  ['full', '2027-03-16T05:00:00-07:00', 'No one can book that whole day anymore'],
] as const)(
  'a cancellation of the %s after booking has closed promises no refund to either party',
  async (claim, now, why) => {
    const site = openSite();
    const ada = await customer(site, { claim });
    site.clock.advance(at(now) - site.clock.now());
    await ada.opens();
    await ada.cancels('keep');
    // A late mail describes the state at the cancellation.
    site.clock.advance(24 * 60 * 60_000);
    const letters = await lettersOf(site, 'BookingForfeited', ada);
    const [mail, notice] = letters.map(({ content }) => `${content.subject} ${content.text}`.replaceAll(/\s+/g, ' '));
    expect(mail).toContain('so we keep the $');
    expect(mail).toContain(why);
    expect(notice).toContain(why);
    for (const words of [mail, notice])
      expect(words).not.toMatch(/open (to others )?again|goes back|full refund|for now/);
  },
);

test('a delayed refund is mailed to the customer once, and to the owner at the first failure and then', async () => {
  const site = openSite();
  const ada = await customer(site);
  await ada.cancels('refund');
  const row = (await site.row(ada.id))!;
  const event = (attempt: number) => {
    const data = { payment: JSON.parse(row.refunds)[0].payment, attempt, reason: 'out of reach' };
    const known = recorded(site.store, ['RefundRequested'])[0]!;
    return { ...known, type: 'RefundFailed', data } as CauseOf<'RefundFailed'>;
  };
  const roles = async (attempt: number) => {
    const letters = await lettersFor(event(attempt), row, site);
    for (const { content } of letters)
      expect(content.text.replaceAll(/\s+/g, ' ')).toContain('Changes were free through Sunday, March 14, 2027');
    return letters.map(({ role }) => role);
  };
  const told = await Promise.all(Array.from({ length: 20 }, async (_, index) => roles(index + 1)));
  expect(told.map((each) => each.join())).toEqual([
    'owner',
    ...Array(9).fill(''),
    'customer,owner',
    ...Array(9).fill(''),
  ]);
});
