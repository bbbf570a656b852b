/**
 * A customer deletes the account while a visit is ahead: they cancel it, with a refund by the rules, or keep it, and are
 * forgotten after the visit. The owner gets a mail either way.
 */
import { accountWithAddress, passwordHash } from '#db/queries/accounts/accounts.ts';
import { storedText } from '../../db/stored-text.ts';
import { describe, expect, test } from 'vitest';
import { accountStream } from '#events/account/account.ts';
import { deleteAccount, rolesStream } from '#events/account/roles.ts';
import { DATE } from '../../events/facts.ts';
import { Customer } from '../bookings/customer.ts';
import { passMinutes, until } from '../workers/run.ts';
import { ADA, BEN, BENS_VISIT, type Town, books, openTown } from './town.ts';

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

  /** Deletes an account in the log only, without its bookings. */
  function deletesUnasked({ store }: Town, account: string) {
    return store.change({
      streams: { account: accountStream(account), roles: rolesStream },
      decide: (states) => deleteAccount(states, { account, bookings: [] }),
      cause: { correlation: 'a test' },
    });
  }

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
