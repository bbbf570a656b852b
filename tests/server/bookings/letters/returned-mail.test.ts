import { recorded } from '../../../db/rows.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../../events/facts.ts';
import { ADA, BEN, PASSWORD, type Town, books, openTown } from '../../accounts/town.ts';
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
    // The owner still hears of the booking.
    for (const _ of ['first', 'other']) await town.mailTo(town.config.ownerEmail, 'New booking');
    expect(sentTo(town, email) + sentTo(town, email.toUpperCase())).toBe(before);
  });

  test('is reported once while its item is open, and its mails are shown as failed', async () => {
    const { town, ada, id, email, mail, items } = await booked();
    await comesBack(town, mail);
    await town.mailTo(town.config.ownerEmail, NEEDS_ATTENTION);
    const to = { newDate: NEXT_DAY, newClaim: 'pm' } as const;
    await ada.call('moveForCustomer', { eventId: id, date: DATE, claim: 'am', ...to });
    await whenReturned(town, 2);
    expect(await items()).toHaveLength(1);
    expect(town.sent.filter(({ subject }) => subject.includes(NEEDS_ATTENTION))).toHaveLength(1);
    const { body } = await ada.ask('bookingStory', { eventId: id });
    const toCustomer = body.mails.filter((each) => each.to === 'customer');
    expect(toCustomer.map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'it bounced'],
      ['failed', 'it bounced'],
    ]);
    expect(sentTo(town, email)).toBe(1);
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

  test('is listed again, though the owner dismissed another address of the booking', async () => {
    const { town, ada, id, mail, items } = await booked();
    await comesBack(town, mail);
    const dismiss = () => ada.call('dismissAttention', { item: `bounce-${id}`, reason: 'called' });
    await dismiss();
    expect(await items()).toEqual([]);
    await ada.call('correctForCustomer', { eventId: id, ...OTHERS, email: BEN.email });
    await comesBack(town, await town.mailTo(BEN.email, '(details corrected)'));
    expect(await items()).toMatchObject([{ kind: 'bounce', customer: { email: BEN.email } }]);
    await dismiss();
    expect(await items()).toEqual([]);
  });

  test('is not listed if it was corrected before the notice arrived', async () => {
    const { town, ada, id, mail, items } = await booked();
    const correct = { eventId: id, ...OTHERS, email: BEN.email };
    expect(await ada.call('correctForCustomer', correct)).toMatchObject({ status: 200 });
    expect(await comesBack(town, mail)).toBe(200);
    await whenReturned(town, 1);
    expect(await items()).toEqual([]);
  });

  test('leaves the attention list once the outcome of the visit is recorded', async () => {
    const { town, ada, id, mail, items } = await booked();
    await comesBack(town, mail);
    town.clock.advance(Date.parse(`${DATE}T23:00:00Z`) - town.clock.now());
    await ada.call('signIn', { email: ADA.email, password: PASSWORD, redirect: '' });
    expect((await items()).map(({ kind }) => kind)).toEqual(['bounce']);
    await ada.call('completeVisit', { eventId: id, at: 'landing' });
    expect(await items()).toEqual([]);
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
  test('about a temporary failure changes nothing', async () => {
    const { town, mail, items } = await booked();
    expect(await comesBack(town, mail, { bounce: 'Transient' })).toBe(200);
    expect(await items()).toEqual([]);
  });

  test('about mail to the owner stops no mail', async () => {
    const { town, items } = await booked();
    const notice = await town.mailTo(town.config.ownerEmail, 'New booking');
    const { position } = town.store;
    expect(await comesBack(town, notice)).toBe(200);
    expect(town.store.position).toBe(position);
    expect(await items()).toEqual([]);
  });

  test.each([
    ['an unknown booking', { about: 'booking-none' }],
    ['an unknown event', { cause: 'none' }],
    ['something else', { about: 'day-2027-03-16' }],
  ])('about mail of another site, on %s, is accepted and ignored', async (_, change) => {
    const { town, mail } = await booked();
    const { position } = town.store;
    expect(await comesBack(town, { ...mail, ...change })).toBe(200);
    expect(town.store.position).toBe(position);
  });

  test('with a signature by another secret is refused', async () => {
    const { town, mail } = await booked();
    const { position } = town.store;
    expect(await comesBack(town, mail, { secret: 'another secret' })).toBe(400);
    expect(town.store.position).toBe(position);
  });
});
