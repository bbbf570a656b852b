import { expect, test, vi } from 'vitest';
import { claimAddress } from '#db/queries/accounts/accounts.ts';
import { accountStream } from '#events/account/account.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { registered } from '../../events/account/account-facts.ts';
import { CAUSE, hold, lapse } from '../../db/changes.ts';
import { openIn } from '../../db/folder.ts';
import { readRows } from '../../db/rows.ts';
import { events, eventsProcess, serve } from './command.ts';

vi.setConfig({ testTimeout: 30_000 });

const BOOKING = '01a2b3c4-d5e6-7000-8000-0123456789ab';

/** A stopped site with an account, and a guest's hold that has lapsed. */
async function stoppedSite() {
  const { store, folder, close } = openIn();
  const account = accountStream('ben');
  await store.change({
    streams: { account },
    decide: (_, person) => ({ account: [registered({ person })] }),
    cause: CAUSE,
  });
  await store.write(claimAddress(store.db, 'ada@example.com', 'ben'));
  await store.change(hold(BOOKING));
  await store.change(lapse(BOOKING));
  await close();
  return folder;
}

test('forget says whom it found, and does nothing without a yes', async () => {
  const folder = await stoppedSite();
  const { code, out, err } = await eventsProcess(folder, 'forget', BOOKING);
  expect(err).toContain(`Booking ${referenceOf(BOOKING)} of a guest, on 2027-03-16: Ada Reyes, ada@example.com.`);
  expect(err).toMatch(/Nothing was changed\.\n$/);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect((await readRows(openIn(folder).store)).bookings).toMatchObject([{ name: 'Ada Reyes' }]);
});

test('forget forgets the person, and verify finds nothing wrong', async () => {
  const folder = await stoppedSite();
  expect(await events(folder, 'forget', BOOKING, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Forgotten\./),
  });
  expect((await events(folder, 'verify')).err).not.toContain('still has keys');
  expect(await events(folder, 'forget', 'ben', '--yes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Forgotten\./),
  });
  expect((await events(folder, 'verify')).code).toBe(0);
  const rows = await readRows(openIn(folder).store);
  expect([rows.bookings[0], rows.users[0]]).toMatchObject([{ name: null }, { name: null, status: 'deleted' }]);
});

test('forget says when no person is found', async () => {
  const folder = await stoppedSite();
  const unknown = await events(folder, 'forget', 'stranger@example.com', '--yes');
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('No person found') });
});

test('forget has a running server forget the person', async () => {
  const { store, folder } = openIn(await stoppedSite());
  serve(store);
  expect(await events(folder, 'forget', BOOKING, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Forgotten\./),
  });
  expect((await readRows(store)).bookings).toMatchObject([{ name: null }]);
});
