import { recorded } from '../../../db/rows.ts';
/**
 * After paying, what was typed wrong is corrected by the browser that paid, by the account, and by the owner. From then on the old
 * address gets no mail, and its links open nothing.
 */
import { describe, expect, test } from 'vitest';
import type { Mailer } from '#server/outside/mail/port.ts';
import { RetryLater } from '#server/process/jobs/job-kind.ts';
import { forget } from '../../../db/changes.ts';
import { ADA, BEN, Person, books, openTown } from '../../accounts/town.ts';
import { NO_MAILER } from '../../outside/mail/no-mailer.ts';
import { Customer, UNKNOWN } from '../customer.ts';
import { HOUR, openSite } from '../site.ts';
import { CORRECT, RIGHT, WRONG, linkIn, mistyped } from './mistyped.ts';

const REFUSED = { status: 404, refusal: 'cannot-correct' };

describe('the browser that paid', () => {
  test('corrects the details: the confirmation goes to the new address, with a new link', async () => {
    const { town, id, here, corrects } = await mistyped();
    expect(await corrects()).toEqual({
      status: 200,
      redirect: `/booking/${id}`,
      notice: 'details-corrected',
      whom: RIGHT,
    });
    expect(await here.sees()).toMatchObject({ canCorrect: true, visit: CORRECT });
    const mail = await town.mailTo(RIGHT, '(details corrected)');
    expect(mail.text).toContain('21 Anacapa St');
    const file = mail.attachments?.[0]?.content.replaceAll('\r\n ', '') ?? '';
    expect(file).toContain('SEQUENCE:1');
    expect(file).toContain(`MAILTO:${RIGHT}`);
    const home = new Customer(town, town.visitor(), id);
    await home.opens(linkIn(mail));
    expect(await home.sees()).toMatchObject({ canCorrect: false, visit: { email: RIGHT } });
    expect((await town.mailTo(town.config.ownerEmail, 'Corrected')).text).toContain('21 Anacapa St');
  });

  test('ends the mailed link and the access that it gave', async () => {
    const { town, id, stranger, old, corrects } = await mistyped();
    expect(await stranger.sees()).toMatchObject({ canCorrect: false });
    await corrects();
    expect(await stranger.view()).toEqual({ kind: 'replaced' });
    expect(await stranger.cancels('refund')).toMatchObject({ status: 410, refusal: 'link-replaced' });
    const again = new Customer(town, town.visitor(), id);
    await again.opens(old);
    expect(await again.view()).toEqual({ kind: 'replaced' });
  });
});

describe('a correction is refused', () => {
  test('for the mailed link, for strangers, and for bookings that do not exist alike', async () => {
    const { town, id, stranger } = await mistyped();
    const opened = new Person(stranger.visitor);
    const input = { eventId: id, ...CORRECT };
    expect(await opened.call('correctDetails', input)).toMatchObject(REFUSED);
    expect(await town.person().call('correctDetails', input)).toMatchObject(REFUSED);
    expect(await town.person().call('correctDetails', { ...input, eventId: 'b1' })).toMatchObject(REFUSED);
    expect(recorded(town.store, ['BookingDetailsCorrected'])).toEqual([]);
  });
});

describe('mail to the old address', () => {
  /** A provider that takes no mail about bookings to customers while it is down. */
  function fragile() {
    const state = { isDown: true };
    const mailer: Mailer = {
      ...NO_MAILER,
      name: 'fragile',
      async send({ subject }) {
        if (state.isDown && subject.includes('(booked)')) throw new RetryLater('down', { afterMs: 1000 });
      },
    };
    return { state, mailer };
  }

  test('that is in flight when the details are corrected goes to the new address', async () => {
    const { state, mailer } = fragile();
    const town = openTown(openSite, () => mailer);
    const { corrects, id } = await mistyped(town);
    await corrects();
    state.isDown = false;
    const before = town.sent.length;
    town.clock.advance(HOUR);
    const late = await town.mailTo(RIGHT, '(booked)');
    await town.mailTo(RIGHT, '(details corrected)');
    expect(town.sent.slice(before).filter(({ to }) => to === WRONG)).toEqual([]);
    const home = new Customer(town, town.visitor(), id);
    await home.opens(linkIn(late));
    expect(await home.view()).toMatchObject({ kind: 'booking' });
  });
});

test('a booking follows its corrected address: into the account of that address, and not into one of the old', async () => {
  const { town, id, corrects } = await mistyped();
  await corrects();
  const stranger = await town.resident({ ...BEN, email: WRONG });
  const ada = await town.resident({ ...ADA, email: RIGHT });
  expect(await new Customer(town, stranger.browser, id).view()).toEqual(UNKNOWN);
  expect(await new Customer(town, ada.browser, id).view()).toMatchObject({ kind: 'booking' });
});

test('a stranger who registers with the mistyped address can’t have the work done elsewhere', async () => {
  const { town, id } = await mistyped();
  const stranger = await town.resident({ ...BEN, email: WRONG });
  const theirs = new Customer(town, stranger.browser, id);
  expect(await theirs.view()).toMatchObject({ kind: 'booking', canCorrect: false });
  const { rows } = (await stranger.ask('bookings', { filter: 'all', page: 1 })).body;
  expect(rows).toMatchObject([{ eventId: id, canCorrect: false }]);
  expect(await stranger.call('correctDetails', { eventId: id, ...CORRECT })).toMatchObject(REFUSED);
});

test('the account corrects its booking at any time; its own address stays', async () => {
  const town = openTown();
  const ben = await town.resident(BEN);
  const id = await books(town, ben, BEN.email);
  town.clock.advance(48 * HOUR);
  await ben.call('signIn', { email: BEN.email, password: BEN.password });
  const { rows } = (await ben.ask('bookings', { filter: 'all', page: 1 })).body;
  expect(rows).toMatchObject([{ eventId: id, canCorrect: true }]);
  expect(await ben.call('correctDetails', { eventId: id, ...CORRECT })).toMatchObject({ status: 200 });
  await town.mailTo(RIGHT, '(details corrected)');
  expect(await ben.profile()).toMatchObject({ email: BEN.email, visitsAhead: [{ email: RIGHT }] });
  const exported = await (await ben.browser.request('/app/profile/export')).text();
  expect(JSON.parse(exported)).toMatchObject({ bookings: [CORRECT] });
});

test('the corrected details are encrypted in the log, and gone with the customer', async () => {
  const { town, id, corrects } = await mistyped();
  await corrects();
  const { email, phone, address, name } = CORRECT;
  const read = () => recorded(town.store, ['BookingDetailsCorrected'])[0]?.data;
  expect(read()).toMatchObject({
    personal: { name, email, phone, address },
    fields: ['email', 'phone', 'area', 'address'],
  });
  await town.store.change(forget(id));
  expect(read()).toMatchObject({ personal: null });
});
