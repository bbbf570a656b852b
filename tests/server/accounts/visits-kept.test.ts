/**
 * A customer deletes the account while a visit is ahead: they cancel it, with a refund by the rules, or keep it, and are
 * forgotten after the visit. The owner gets a mail either way.
 */
import { accountWithAddress, passwordHash } from '#db/queries/accounts/passwords.ts';
import { storedText } from '../../db/stored-text.ts';
import { describe, expect, test } from 'vitest';
import { accountStream } from '#events/account/account.ts';
import { deleteAccount } from '#events/account/account-life.ts';
import { rolesStream } from '#events/account/roles.ts';
import { DATE } from '../../events/facts.ts';
import { Customer } from '../bookings/customer.ts';
import { passMinutes, until } from '../workers/run.ts';
import { ADA, BEN, BENS_VISIT, type Town, books, changesAddress, openTown } from './town.ts';

const DAY = 24 * 3_600_000;
const OWNER_SUBJECT = { kept: 'Account deleted, visit stays', canceled: 'ancel' } as const;

async function settled() {
  const town = openTown();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  const id = await books(town, ben, BEN.email);
  return { town, ben, id, account: await town.idOf(BEN.email) };
}

function linkIn(text: string): string {
  return /\/manage\/[\w-]{43}/.exec(text)?.[0] ?? '';
}

/** Those of these texts that the data folder or the database contains. */
async function foundIn({ config: { dataFolder } }: Town, texts: readonly string[]): Promise<string[]> {
  const stored = storedText(dataFolder);
  return texts.filter((text) => stored.includes(text));
}

describe('deleting an account with a visit ahead', () => {
  test('asks what happens to the visit, by form and by script, and deletes nothing before that', async () => {
    const { ben } = await settled();
    const said = { visits: 'Choose one: keep or cancel.' };
    expect(await ben.deletes(BEN.password)).toMatchObject({ status: 422, fields: said });
    const { flash } = await ben.post('deleteAccount', { form: 'deleteAccount', password: BEN.password, told: '' });
    expect(flash).toMatchObject({ refusal: 'invalid', fields: said });
    expect(await ben.isSignedIn()).toBe(true);
  });

  test('canceled: the payment is refunded, the slot is open, the customer is forgotten, and the owner gets a mail', async () => {
    const { town, ben, id } = await settled();
    expect(await ben.deletes(BEN.password, 'cancel')).toMatchObject({
      status: 200,
      notice: 'account-deleted-visits-canceled',
    });
    expect(await town.state(id)).toMatchObject({
      status: 'cancelled',
      isForgotten: true,
      payments: [{ refund: 'requested' }],
    });
    expect(await town.visitor().hold({ date: DATE })).toMatchObject({ status: 200 });
    const { text } = await town.mailTo(town.config.ownerEmail, OWNER_SUBJECT.canceled);
    expect(text).toContain('The customer deleted their account');
    expect(text).toMatch(/^Customer +Deleted customer$/m);
  });

  test('kept: the mailed link opens it, no data of the account is left, and customer and owner get mail', async () => {
    const { town, ben, id, account } = await settled();
    const other = ben.browser.copy();
    const answer = await ben.deletes(BEN.password, 'keep');
    expect(answer).toEqual({ status: 200, redirect: '/', notice: 'account-deleted-visits-kept' });
    await until(town.isCleaned);
    expect(await town.state(id)).toMatchObject({ status: 'confirmed', isForgotten: false, account: null });
    expect(await town.row(id)).toMatchObject({ name: BEN.name, address: BENS_VISIT.address });
    expect(await accountWithAddress(town.store.db, BEN.email)).toBeNull();
    expect(await passwordHash(town.store.db, account)).toBeNull();
    const { text } = await town.mailTo(town.config.ownerEmail, OWNER_SUBJECT.kept);
    expect(text).toContain(BENS_VISIT.address);

    // Neither the browser that paid nor a copy of its cookies opens the visit any more.
    const unknown = { status: 404, refusal: 'unknown-booking' };
    expect(await new Customer(town, ben.browser, id).view()).toEqual(unknown);
    expect(await new Customer(town, other, id).view()).toEqual(unknown);
    const visitor = town.visitor();
    await visitor.request(linkIn((await town.mailTo(BEN.email, 'Still booked')).text));
    const customer = new Customer(town, visitor, id);
    expect(await customer.sees()).toMatchObject({ visit: { name: BEN.name }, now: { cancel: 'refund' } });

    // A link that is lost is sent again.
    await town.person().post('sendLinks', { email: BEN.email });
    expect(linkIn((await town.mailTo(BEN.email, 'to your visit')).text)).not.toBe('');
    expect(await customer.cancels('refund')).toMatchObject({ status: 200 });
    await town.mailTo(BEN.email, 'ancel');
  });

  test('kept: after the visit its customer is forgotten in every file', async () => {
    const { town, ben, id } = await settled();
    await ben.deletes(BEN.password, 'keep');
    await town.mailTo(BEN.email, 'Still booked');
    await until(town.isCleaned);
    const personal = [BEN.name, BENS_VISIT.address, BENS_VISIT.notes];
    expect(await foundIn(town, personal)).not.toEqual([]);
    town.clock.advance(8 * DAY);
    await passMinutes(town, 59);
    expect((await town.state(id))?.isForgotten).toBe(false);
    await passMinutes(town, 2);
    await until(async () => (await town.state(id))?.isForgotten === true);
    await until(town.isCleaned);
    expect(await town.row(id)).toMatchObject({ name: null, email: null, phone: null, address: null, notes: null });
    expect(await foundIn(town, [...personal, BEN.email])).toEqual([]);
  });

  test('kept: a new account with the address adopts it, and it is still forgotten after the visit', async () => {
    const { town, ben, id } = await settled();
    await ben.deletes(BEN.password, 'keep');
    await until(town.isCleaned);
    const again = await town.resident(BEN);
    expect((await again.profile()).visitsAhead).toMatchObject([{ eventId: id }]);
    expect((await town.state(id))?.account).toBe(await town.idOf(BEN.email));
    await again.deletes(BEN.password, 'cancel');
    expect(await town.state(id)).toMatchObject({ status: 'cancelled', isForgotten: true });
  });

  test('kept after a change of address: it belongs to the new one, and another person with the former one sees nothing', async () => {
    const { town, ben, id } = await settled();
    const next = 'ito@example.org';
    await changesAddress(town, ben, BEN, next);
    const other = await town.resident({ ...BEN, name: 'Ines Bell' });
    expect((await ben.profile()).visitsAhead).toMatchObject([{ eventId: id, email: next }]);
    const before = town.sent.length;
    expect(await ben.deletes(BEN.password, 'keep')).toMatchObject({ status: 200 });
    await until(town.isCleaned);

    const visitor = town.visitor();
    await visitor.request(linkIn((await town.mailTo(next, 'Still booked')).text));
    const customer = new Customer(town, visitor, id);
    expect(await customer.sees()).toMatchObject({ visit: { name: BEN.name }, now: { cancel: 'refund' } });
    expect((await town.mailTo(town.config.ownerEmail, OWNER_SUBJECT.kept)).text).toContain(next);

    expect(await other.profile()).toMatchObject({ visitsAhead: [], phone: '', address: '' });
    expect(await new Customer(town, other.browser, id).view()).toEqual({ status: 404, refusal: 'unknown-booking' });
    await town.person().post('sendLinks', { email: BEN.email });
    await town.person().post('sendLinks', { email: next });
    expect(linkIn((await town.mailTo(next, 'to your visit')).text)).not.toBe('');
    await other.call('signIn', { email: BEN.email, password: BEN.password });
    expect(await town.state(id)).toMatchObject({ account: null, isForgotten: false });
    expect(town.sent.slice(before).map(({ to }) => to)).not.toContain(BEN.email);

    town.clock.advance(8 * DAY);
    await passMinutes(town, 61);
    await until(async () => (await town.state(id))?.isForgotten === true);
    await until(town.isCleaned);
    expect(await foundIn(town, [next, BENS_VISIT.address])).toEqual([]);
  });

  test('a guest booking with the address is listed, too', async () => {
    const town = openTown();
    await town.resident(ADA);
    const ben = await town.resident(BEN);
    const id = await books(town, town.person(), BEN.email);
    expect(await ben.deletes(BEN.password)).toMatchObject({ status: 422 });
    await ben.deletes(BEN.password, 'keep');
    await until(town.isCleaned);
    expect(await town.state(id)).toMatchObject({ isForgotten: false, status: 'confirmed' });
  });

  test('a kept visit stays closed in the browser that paid it, also when another slot is held there', async () => {
    const town = openTown();
    await town.resident(ADA);
    const guest = town.person();
    const id = await books(town, guest, BEN.email);
    const ben = await town.resident(BEN);
    await ben.deletes(BEN.password, 'keep');
    await guest.browser.holds({ date: '2027-03-20' });
    expect(await new Customer(town, guest.browser, id).view()).toEqual({ status: 404, refusal: 'unknown-booking' });
  });

  test('a visit moved after the page was rendered is kept or canceled at its current slot', async () => {
    const { town, ben, id } = await settled();
    const visit = new Customer(town, ben.browser, id);
    await visit.sees();
    const [moved, deleted] = await Promise.all([visit.moves('2027-03-20', 'pm'), ben.deletes(BEN.password, 'cancel')]);
    expect([moved.status, deleted.status]).toContain(200);
    const { status, isForgotten } = (await town.state(id))!;
    expect([status === 'cancelled', isForgotten]).toEqual(Array(2).fill(deleted.status === 200));
  });

  /** Deletes an account in the log only, without its bookings. */
  function deletesUnasked({ store }: Town, account: string) {
    return store.change({
      streams: { account: accountStream(account), roles: rolesStream },
      decide: (states) => deleteAccount(states, { account, bookings: [] }),
      cause: { correlation: 'a test' },
    });
  }

  test('a visit that is paid while the account is deleted is kept, and its customer has the link', async () => {
    const { town, id, account } = await settled();
    await deletesUnasked(town, account);
    await until(async () => (await town.state(id))?.keptFrom === account);
    expect(await town.state(id)).toMatchObject({
      status: 'confirmed',
      isForgotten: false,
      payments: [{ refund: 'none' }],
    });
    await town.mailTo(town.config.ownerEmail, OWNER_SUBJECT.kept);
    const visitor = town.visitor();
    await visitor.request(linkIn((await town.mailTo(BEN.email, 'Still booked')).text));
    expect(await new Customer(town, visitor, id).sees()).toMatchObject({ visit: { name: BEN.name } });
  });

  test('a sale that refilled a late cancellation stays, even if its account is deleted during the payment', async () => {
    const town = openTown();
    await town.resident(ADA);
    const guest = town.person();
    const earlier = await books(town, guest, 'guest@example.com');
    town.clock.advance(6 * DAY);
    const late = new Customer(town, guest.browser, earlier);
    await late.opens();
    expect(await late.cancels('forfeit')).toMatchObject({ status: 200 });
    const ben = await town.resident(BEN);
    const id = await ben.browser.holds({ ...BENS_VISIT, email: BEN.email });
    const account = await town.idOf(BEN.email);
    await ben.browser.pays();
    await Promise.all([ben.browser.returns(), deletesUnasked(town, account)]);
    await until(
      async () => (await town.state(id))?.keptFrom === account || (await town.state(id))?.isForgotten === true,
    );
    // After its customer is forgotten, a payment is no sale, and refills nothing.
    await until(async () => (await town.state(id))?.payments.length === 1);
    const states = await Promise.all([earlier, id].map((each) => town.state(each)));
    const refunds = states.map((state) => state?.payments[0]?.refund);
    expect(refunds).toEqual((await town.state(id))?.isForgotten ? ['none', 'requested'] : ['requested', 'none']);
  });
});
