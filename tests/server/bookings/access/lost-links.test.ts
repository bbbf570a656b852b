/**
 * A customer who has lost the mail enters the address of the booking, and gets one mail with the links of all visits. A stranger who
 * enters another person's address learns nothing.
 */
import { expect, test } from 'vitest';
import { ADA, BEN, Person, type Town, books, openTown, tokenIn } from '../../accounts/town.ts';
import { Customer } from '../customer.ts';

const MINUTE = 60_000;
const SUBJECT = 'to your visit';

function asks(town: Town, email: string) {
  return town.person().post('sendLinks', { email });
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\/manage\/[\w-]{43}/g)].map(([link]) => link);
}

/** The paths of the bookings that links open, each in a browser of its own. */
async function opened(town: Town, links: readonly string[]): Promise<string[]> {
  const visits = links.map((link) => town.visitor().request(link));
  return (await Promise.all(visits)).map(({ headers }) => (headers.get('location') ?? '').split('?')[0] ?? '');
}

test('one mail has the current links of all bookings with the address, by a guest or an account', async () => {
  const town = openTown();
  const ben = await town.resident(BEN);
  const own = await books(town, ben, BEN.email);
  const guest = town.visitor();
  const id = await guest.holds({ email: 'BEN@example.com', claim: 'pm' });
  await guest.pays();
  await guest.returns();
  const visit = new Customer(town, guest, id);
  await visit.sees();
  expect(await visit.moves('2027-03-20', 'pm')).toMatchObject({ status: 200 });
  const stranger = town.visitor();
  await stranger.holds({ email: 'other@example.com', claim: 'pm' });
  await stranger.pays();
  await stranger.returns();

  await asks(town, ' Ben@Example.com ');
  const { text } = await town.mailTo(BEN.email, SUBJECT);
  const paths = await opened(town, linksIn(text));
  expect(new Set(paths)).toEqual(new Set([own, id].map((each) => `/booking/${each}`)));
});

test('the response is the same for an address without bookings, which gets no mail', async () => {
  const town = openTown();
  await books(town, town.person(), ADA.email);
  const answers = [await asks(town, ADA.email), await asks(town, 'nobody@example.com')];
  for (const { location, flash } of answers) {
    expect(location).toBe('/lost-link');
    expect(flash).toMatchObject({ notice: 'links-sent' });
  }
  await town.mailTo(ADA.email, SUBJECT);
  expect(town.sent.filter(({ subject }) => subject.includes(SUBJECT)).map(({ to }) => to)).toEqual([ADA.email]);
});

test('links of bookings from before a change of address are sent to the new address, and none to the former one', async () => {
  const town = openTown();
  const ben = await town.resident(BEN);
  const id = await books(town, ben, BEN.email);
  const now = 'ito@example.com';
  await asks(town, now);
  await ben.call('changeEmail', { email: now, password: BEN.password });
  await ben.call('confirmEmail', { token: tokenIn((await town.mailTo(now, 'Confirm your new')).text) });
  await asks(town, now);
  await ben.call('confirmEmail', { token: tokenIn((await town.mailTo(BEN.email, 'Change your email address')).text) });
  const before = town.sent.length;
  await asks(town, BEN.email);
  await asks(town, now);
  const { text } = await town.mailTo(now, SUBJECT);
  expect(await opened(town, linksIn(text))).toEqual([`/booking/${id}`]);
  expect(town.sent.slice(0, before).filter(({ subject }) => subject.includes(SUBJECT))).toEqual([]);
  expect(town.sent.filter(({ to, subject }) => to === BEN.email && subject.includes(SUBJECT))).toEqual([]);
});

test('repeated requests send one mail in two minutes', async () => {
  const town = openTown();
  await books(town, town.person(), ADA.email);
  await asks(town, ADA.email);
  await asks(town, ADA.email);
  await town.mailTo(ADA.email, SUBJECT);
  town.clock.advance(2 * MINUTE);
  await asks(town, ADA.email);
  await town.mailTo(ADA.email, SUBJECT);
  expect(town.sent.filter(({ subject }) => subject.includes(SUBJECT))).toHaveLength(2);
});

test('mail that strangers requested for an address does not block its links', async () => {
  const town = openTown();
  await books(town, town.person(), ADA.email);
  for (let each = 0; each < 8; each += 1) {
    const stranger = new Person(town.visitor(`2001:${each + 1}::1`));
    await stranger.call('register', { ...ADA, name: 'Mallory' });
    town.clock.advance(2 * MINUTE);
  }
  await asks(town, ADA.email);
  expect(linksIn((await town.mailTo(ADA.email, SUBJECT)).text)).toHaveLength(1);
});
