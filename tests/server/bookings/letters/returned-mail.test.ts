import { recorded } from '../../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../../events/facts.ts';
import { ADA, BEN, type Town, books, openTown } from '../../accounts/town.ts';
import { comesBack } from '../../outside/mail/comes-back.ts';
import { until } from '../../workers/run.ts';

const NEXT_DAY = addDays(DATE, 1);
/** The details that Ben typed right. */
const OTHERS = { name: 'Ben Ito', phone: '805-555-0142', area: 'Ojai', address: '9 Oak Rd' } as const;

const NEEDS_ATTENTION = 'emails to a customer come back';

/** A town with its owner, Ada, and a booking with an address, whose confirmation was mailed. */
async function booked(email = 'ben@exmaple.com') {
  const town = openTown();
  const ada = await town.resident(ADA);
  const id = await books(town, town.person(), email, { date: DATE, claim: 'am' });
  const mail = await town.mailTo(email, '(booked)');
  const items = async () => (await ada.ask('needsAttention')).body.items;
  return { town, ada, id, email, mail, items };
}

const sentTo = ({ sent }: Town, email: string) => sent.filter(({ to }) => to === email).length;

/** Resolves when as many mails are known to have come back, or to be unsent because of that. */
const whenReturned = ({ store }: Town, mails: number) =>
  until(() => recorded(store, ['MailReturned']).length === mails);

describe('an address from which mail was returned', () => {
  test('is reported to the owner once, with the customer to call', async () => {
    const { town, id, email, mail, items } = await booked();
    expect(await comesBack(town, mail)).toBe(200);
    expect(await comesBack(town, mail)).toBe(200);
    expect(await items()).toMatchObject([
      { kind: 'bounce', how: 'bounced', eventId: id, customer: { name: 'Ben Ito', email } },
    ]);
    const { text } = await town.mailTo(town.config.ownerEmail, NEEDS_ATTENTION);
    for (const words of [email, 'Ben Ito', 'Please call them']) expect(text).toContain(words);
  });

  test('gets no mail about another booking, and the owner is told about that booking, too', async () => {
    const { town, email, mail, items } = await booked();
    await comesBack(town, mail, { kind: 'complained' });
    const before = sentTo(town, email);
    const other = await books(town, town.person(), email.toUpperCase(), { date: NEXT_DAY, claim: 'pm' });
    await whenReturned(town, 2);
    expect(await items()).toMatchObject([{ how: 'complained' }, { eventId: other, how: 'complained' }]);
    // The owner still gets mail about the booking.
    for (const _ of ['first', 'other']) await town.mailTo(town.config.ownerEmail, 'New booking');
    expect(sentTo(town, email) + sentTo(town, email.toUpperCase())).toBe(before);
  });

  test('leaves the attention list once it is corrected, and the new address gets mail', async () => {
    const { town, ada, id, email, mail, items } = await booked();
    const corrects = (change: { readonly phone?: string; readonly email?: string }) =>
      ada.call('correctForCustomer', { eventId: id, ...OTHERS, email, ...change });
    await comesBack(town, mail);
    expect(await corrects({ phone: '805-555-0143' })).toMatchObject({ status: 200 });
    expect(await items()).toMatchObject([{ kind: 'bounce', customer: { phone: '805-555-0143' } }]);
    expect(await corrects({ email: BEN.email })).toMatchObject({ status: 200 });
    expect(await items()).toEqual([]);
    await town.mailTo(BEN.email, '(details corrected)');
    expect(sentTo(town, email)).toBe(1);
  });

  test('of an account gets no link to a new password, and is not listed for the owner', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.person().call('register', BEN);
    expect(await comesBack(town, await town.mailTo(BEN.email, 'Confirm your email address'))).toBe(200);
    await town.person().call('forgotPassword', { email: BEN.email });
    await until(() => town.lines.some((line) => line.includes('mail not sent, address suppressed')));
    expect(sentTo(town, BEN.email)).toBe(1);
    expect((await ada.ask('needsAttention')).body.items).toEqual([]);
  });
});

describe('a notice of the mail provider', () => {
  test('with a signature by another secret is refused', async () => {
    const { town, mail } = await booked();
    const { position } = town.store;
    expect(await comesBack(town, mail, { secret: 'another secret' })).toBe(400);
    expect(town.store.position).toBe(position);
  });
});
