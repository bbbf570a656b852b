import { accountWithAddress, passwordHash } from '#db/queries/accounts/accounts.ts';
import { describe, expect, test } from 'vitest';
import { accountStream } from '#events/account/account.ts';
import { deleteAccount, rolesStream } from '#events/account/roles.ts';
import type { CauseOf } from '#server/bookings/letters/letter.ts';
import { lettersFor } from '#server/bookings/letters/letters-for.ts';
import { readRows } from '../../db/rows.ts';
import { storedText } from '../../db/stored-text.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, BENS_VISIT, books, openTown } from './town.ts';

const PROFILE = { phone: '805 555 0142', address: '12 Anacapa St', area: 'Ventura' } as const;

describe('deleting an account', () => {
  test('requires the password, by form and by script', async () => {
    const town = openTown();
    await town.resident(ADA);
    const ben = await town.resident(BEN);
    const before = town.store.position;
    const wrong = { password: 'The password is wrong.' };
    const none = { password: 'Enter your password.' };
    for (const [fields, said] of [
      [{ password: ADA.password }, wrong],
      [{ email: BEN.email, password: '' }, none],
      [{ email: BEN.email }, none],
    ] as const) {
      const { location, flash } = await ben.post('deleteAccount', { form: 'deleteAccount', ...fields });
      expect([location, flash?.refusal, flash?.fields]).toEqual(['/app/profile', 'invalid', said]);
      expect(JSON.stringify(flash?.values)).not.toContain(ADA.password);
      expect(await ben.call('deleteAccount', fields as never)).toMatchObject({ status: 422, refusal: 'invalid' });
    }
    expect([town.store.position, await ben.isSignedIn()]).toEqual([before, true]);
    const right = { form: 'deleteAccount', password: BEN.password };
    expect(await ben.post('deleteAccount', right)).toMatchObject({ flash: { notice: 'account-deleted' } });
    expect(await ben.isSignedIn()).toBe(false);
  });

  test('is refused to the last admin', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    expect(await ada.call('deleteAccount', { password: ADA.password })).toMatchObject({
      status: 409,
      refusal: 'last-admin',
    });
    expect(await ada.isSignedIn()).toBe(true);
  });

  test('forgets the account’s person and those of its bookings; the chain stays valid, and a rebuild gives the same rows', async () => {
    const town = openTown();
    await town.resident(ADA);
    const confirmed = town.recorded('BookingConfirmed');
    const id = await books(town, town.person(), BEN.email);
    const ben = await town.resident(BEN);
    await ben.call('changeProfile', { ...PROFILE, name: 'Benjamin Ito' });
    const phone = town.person();
    await phone.call('signIn', { email: BEN.email, password: BEN.password });
    const answer = await ben.deletes(BEN.password, 'cancel');
    expect(answer).toEqual({ status: 200, redirect: '/', notice: 'account-deleted-visits-canceled' });
    expect([await ben.isSignedIn(), await phone.isSignedIn()]).toEqual([false, false]);

    expect(await town.row(id)).toMatchObject({
      status: 'cancelled',
      name: null,
      email: null,
      address: null,
      notes: null,
    });
    await until(town.isCleaned);
    const rows = await readRows(town.store);
    const personal = ['Ben Ito', 'Benjamin', BEN.email, '9 Oak Rd', PROFILE.address, PROFILE.phone, 'Ring twice'];
    expect(personal.filter((text) => JSON.stringify(rows).includes(text))).toEqual([]);
    const stored = storedText(town.config.dataFolder);
    expect(personal.filter((text) => stored.includes(text))).toEqual([]);

    const { store } = town;
    expect((await store.verify(AbortSignal.timeout(PATIENCE_MS)))?.position).toBe(store.position);
    await town.store.rebuild(AbortSignal.timeout(60_000));
    expect(await readRows(town.store)).toEqual(rows);
    const event = (await confirmed) as CauseOf<'BookingConfirmed'>;
    const [told, ...others] = await lettersFor(event, (await town.row(id))!, town);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ role: 'owner' });
    expect(told!.content.text).toMatch(/^Customer +Deleted customer$/m);

    expect(await town.person().call('signIn', { email: BEN.email, password: BEN.password })).toMatchObject({
      status: 401,
    });
    expect(await town.resident(BEN)).toBeDefined();
  });

  test('is completed at the next start after a crash', async () => {
    const town = openTown();
    await town.resident(ADA);
    const ben = await town.resident(BEN);
    const held = await ben.browser.holds(BENS_VISIT);
    const account = await town.idOf(BEN.email);
    // Only in the log, not in the vault.
    await town.store.change({
      streams: { account: accountStream(account), roles: rolesStream },
      decide: (states) => deleteAccount(states, { account, bookings: [] }),
      cause: { correlation: 'test' },
    });
    expect(await ben.isSignedIn()).toBe(false);
    await until(async () => (await town.state(held))?.isForgotten === true);
    expect(await town.row(held)).toMatchObject({ name: null, email: null, address: null, notes: null });
    await until(async () => (await passwordHash(town.store.db, account)) === null);
    expect(await accountWithAddress(town.store.db, BEN.email)).toBeNull();
  });
});
