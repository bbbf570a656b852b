import { expect, onTestFinished, test, vi } from 'vitest';
import { Retry } from '#db/disk/retry.ts';
import { connectionsOf } from '../../../db/connections.ts';
import { fileOf } from '../../../db/read-models/spoil.ts';
import { ADA, openTown, tokenIn } from '../../accounts/town.ts';

const NEXT = 'ada.reyes@example.org';

test('lists of an account wait for rows that lag behind its new address; bookings adopted with the old one open', async () => {
  const { result: town, connections } = connectionsOf(() => openTown());
  const ada = await town.resident(ADA);
  const guest = town.visitor();
  const eventId = await guest.holds({ email: ADA.email });
  guest.pays();
  await guest.returns();
  expect((await ada.ask('managedBooking', { eventId })).body).toMatchObject({ kind: 'booking' });
  await ada.call('changeEmail', { email: NEXT, password: ADA.password });
  const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
  const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
  await ada.call('confirmEmail', { token: fresh });
  const users = connections.get(fileOf('users'))!;
  // Until the read model is made again, in a second.
  const retry = vi.spyOn(Retry.prototype, 'later').mockImplementation(() => {});
  onTestFinished(() => retry.mockRestore());
  town.store.onCommit((events) => {
    if (events.some(({ type }) => type === 'EmailChanged')) users.pragma('query_only = ON');
  });
  expect(await town.person().call('confirmEmail', { token: old })).toMatchObject({ notice: 'email-changed' });
  expect(await ada.ask('managedBooking', { eventId })).toMatchObject({ status: 200, body: { kind: 'booking' } });
  const refused = { status: 503, body: { refusal: 'storage-down' } };
  expect(await ada.ask('bookings', { filter: 'all', page: 1 })).toMatchObject(refused);
  expect(await ada.ask('profile', undefined)).toMatchObject(refused);
  expect((await ada.browser.request('/app/profile/export')).status).toBe(503);
});
