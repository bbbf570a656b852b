/** After a change of an account's address, later mail about its bookings is sent to the new address. */
import { describe, expect, test, vi } from 'vitest';
import { accountWithAddress } from '#db/queries/accounts/accounts.ts';
import { accountStream } from '#events/account/account.ts';
import { rolesStream } from '#events/account/roles.ts';
import type { Mailer } from '#server/outside/mail/port.ts';
import { reminders } from '#server/bookings/jobs/visits.ts';
import { Customer } from '../bookings/customer.ts';
import { HOUR, openSite } from '../bookings/site.ts';
import { run } from '../workers/run.ts';
import { ADA, BEN, type Town, asksForAddress, books, changesAddress, openTown } from './town.ts';

const NEXT = 'ito@example.org';
const DAY = 24 * HOUR;

async function settled(openMailer?: () => Mailer) {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }), openMailer);
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  return { town, ben, account: await town.idOf(BEN.email) };
}

function addressed(town: Town, since: number): Set<string> {
  return new Set(town.sent.slice(since).map(({ to }) => to));
}

async function emails(town: Town, ids: readonly string[]) {
  return Promise.all(ids.map(async (id) => (await town.row(id))?.email));
}

describe('a visit ahead of an account that gets another address', () => {
  test('has mail about moves, reminders and cancellations sent to the new address', async () => {
    const { town, ben } = await settled();
    const id = await books(town, ben, BEN.email.toUpperCase());
    await town.mailTo(BEN.email.toUpperCase(), '(booked)');
    await changesAddress(town, ben, BEN, NEXT);
    await town.mailTo(BEN.email, 'Your email address was changed');
    const before = town.sent.length;

    const customer = new Customer(town, ben.browser, id);
    expect(await customer.sees()).toMatchObject({ visit: { email: NEXT } });
    expect(await customer.moves('2027-03-20', 'pm')).toMatchObject({ status: 200 });
    const moved = await town.mailTo(NEXT, '(moved)');
    expect(moved.text).toMatch(/\/manage\/[\w-]{43}/);
    const file = moved.attachments?.[0]?.content.replaceAll('\r\n ', '');
    expect(file).toContain(`MAILTO:${NEXT}`);
    expect((await town.mailTo(town.config.ownerEmail, 'Moved')).text).toContain(NEXT);

    town.clock.advance(9 * DAY);
    run(town, reminders);
    await town.mailTo(NEXT, 'Last day to move or cancel for free');
    const again = town.person();
    await again.call('signIn', { email: NEXT, password: BEN.password });
    const later = new Customer(town, again.browser, id);
    await later.sees();
    expect(await later.cancels('refund')).toMatchObject({ status: 200 });
    await town.mailTo(NEXT, '(canceled)');
    await town.mailTo(town.config.ownerEmail, 'Canceled');
    expect(addressed(town, before)).toEqual(new Set([NEXT, town.config.ownerEmail]));
  });

  test('is not visible to another person who registers with the former address', async () => {
    const { town, ben } = await settled();
    const id = await books(town, ben, BEN.email);
    await changesAddress(town, ben, BEN, NEXT);
    await town.mailTo(BEN.email, 'Your email address was changed');
    const other = await town.resident({ ...BEN, name: 'Ines Bell' });
    const before = town.sent.length;
    expect(await other.profile()).toMatchObject({ visitsAhead: [], phone: '', address: '' });
    expect(await new Customer(town, other.browser, id).view()).toEqual({ status: 404, refusal: 'unknown-booking' });
    await town.person().post('sendLinks', { email: BEN.email });
    await town.person().post('sendLinks', { email: NEXT });
    await town.mailTo(NEXT, 'to your visit');
    expect(addressed(town, before)).not.toContain(BEN.email);
  });
});

test('links opened by both mailboxes at the same instant change the account’s address', async () => {
  const { town, ben } = await settled();
  const id = await books(town, ben, BEN.email);
  const { byNew, byOld } = await asksForAddress(town, ben, BEN, NEXT);
  const answers = await Promise.all([byNew(), byOld()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const account = await town.idOf(NEXT);
  expect(await accountWithAddress(town.store.db, NEXT)).toBe(account);
  expect(await accountWithAddress(town.store.db, BEN.email)).toBeNull();
  expect(await emails(town, [id])).toEqual([NEXT]);
});

/**
 * Delays the first change with the stream `late`: starts `begin`, and waits until its change, with the stream `early`, is
 * requested, so that both are committed in one batch, the early one first. Resolves with the result of `begin`.
 */
function overtaken(town: Town, late: string, early: string, begin: () => Promise<unknown>): Promise<unknown> {
  const change = town.store.change.bind(town.store);
  const { promise: isEarlyAsked, resolve: askedEarly } = Promise.withResolvers<void>();
  return new Promise((resolve) => {
    let isBegun = false;
    vi.spyOn(town.store, 'change').mockImplementation(async (asked) => {
      const names = new Set(Object.values(asked.streams).map(({ name }) => name));
      if (isBegun) {
        const committed = change(asked);
        if (names.has(early)) askedEarly();
        return committed;
      }
      if (names.has(late)) {
        isBegun = true;
        resolve(begin());
        await isEarlyAsked;
      }
      return change(asked);
    });
  });
}

describe('a deletion decided just after a change of address', () => {
  async function raced(visits: 'keep' | 'cancel') {
    const { town, ben, account } = await settled();
    const own = await books(town, ben, BEN.email);
    const guests = await books(town, town.person(), NEXT, { claim: 'pm' });
    const { byNew, byOld } = await asksForAddress(town, ben, BEN, NEXT);
    await byNew();
    expect((await ben.profile()).visitsAhead).toMatchObject([{ eventId: own }]);
    const changed = overtaken(town, rolesStream.name, accountStream(account).name, byOld);
    const deleted = await ben.call('deleteAccount', { password: BEN.password, visits, told: `${own}:refund` });
    expect(await changed).toMatchObject({ status: 200, notice: 'email-changed' });
    return { town, account, own, guests, deleted };
  }

  test('asks again before canceling visits: the page had not listed that one', async () => {
    const { town, account, own, guests, deleted } = await raced('cancel');
    expect(deleted).toMatchObject({ status: 409, refusal: 'terms-changed' });
    expect((await town.store.stateOf(accountStream(account)))?.status).toBe('active');
    for (const id of [own, guests])
      expect(await town.state(id)).toMatchObject({ status: 'confirmed', isForgotten: false });
  });
});
