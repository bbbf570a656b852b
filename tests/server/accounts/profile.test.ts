import { describe, expect, test } from 'vitest';
import { Customer } from '../bookings/customer.ts';
import { ADA, BEN, BENS_VISIT, books, openTown, tokenIn } from './town.ts';

const PROFILE = { name: 'Ada B. Reyes', phone: '805 555 0142', address: '12 Anacapa St', area: 'Ventura' } as const;

describe('the profile', () => {
  test('keeps name, phone and default address', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    expect(await ada.profile()).toMatchObject({ name: ADA.name, phone: '', address: '', area: '' });
    const answer = await ada.call('changeProfile', PROFILE);
    expect(answer).toEqual({ status: 200, redirect: '/app/profile', notice: 'profile-saved' });
    expect(await ada.profile()).toMatchObject(PROFILE);
    expect((await ada.session()).user).toMatchObject({ name: PROFILE.name });
    const position = town.store.position;
    await ada.call('changeProfile', PROFILE);
    expect(town.store.position).toBe(position);
    await ada.call('changeProfile', { ...PROFILE, phone: '', address: '', area: '' });
    expect(await ada.profile()).toMatchObject({ phone: '', address: '', area: '' });
  });
});

describe('the details of a guest booking', () => {
  const CONTACT = { phone: '805-555-0142', address: BENS_VISIT.address, area: 'Ojai' };

  test('fill the empty profile and the booking form once the address is confirmed', async () => {
    const town = openTown();
    await town.resident(ADA);
    await books(town, town.person(), BEN.email);
    const stranger = town.person();
    await stranger.call('register', BEN);
    await stranger.call('signIn', { email: BEN.email, password: BEN.password });
    expect((await stranger.ask('ownDetails')).body).toBeNull();
    const { text } = await town.mailTo(BEN.email, 'Confirm');
    const ben = town.person();
    await ben.call('confirmEmail', { token: tokenIn(text), password: BEN.password });
    expect(await ben.profile()).toMatchObject({ name: BEN.name, ...CONTACT });
    expect((await ben.ask('ownDetails')).body).toMatchObject(CONTACT);
  });

  test('never fill the profile of an account with an unconfirmed address', async () => {
    const town = openTown();
    // The first account may sign in before its address is confirmed.
    await books(town, town.person(), ADA.email);
    const ada = town.person();
    await ada.call('register', ADA);
    expect(await ada.profile()).toMatchObject({ phone: '', address: '', area: '' });
    expect((await ada.ask('ownDetails')).body).toMatchObject({ phone: '', address: '', area: '' });
  });
});

test('a stranger’s booking with a customer’s address does not change the customer’s profile', async () => {
  const town = openTown();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  await books(town, ben, BEN.email);
  const own = await ben.profile();
  expect(own.phone).not.toBe('');
  const stranger = town.visitor();
  const id = await stranger.holds({
    email: BEN.email,
    date: '2027-04-01',
    phone: '805 555 0666',
    address: '666 Elm Street',
  });
  await stranger.pays();
  await stranger.returns();
  expect(await ben.profile()).toMatchObject({ phone: own.phone, address: own.address });

  const later = await town.resident({ ...BEN, email: 'later@example.com' });
  const other = town.visitor();
  const canceled = await other.holds({ email: 'later@example.com', date: '2027-04-02', phone: '805 555 0666' });
  await other.pays();
  await other.returns();
  const visit = new Customer(town, other, canceled);
  await visit.sees();
  await visit.cancels('refund');
  expect(await later.profile()).toMatchObject({ phone: '', address: '' });
  expect((await town.state(id))?.status).toBe('confirmed');
});

describe('a new password', () => {
  const NEW = 'eleven green bottles';

  test('requires the old one, signs every other device out, and is announced by mail', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const phone = town.person();
    await phone.call('signIn', { email: ADA.email, password: ADA.password });
    const before = ada.browser.cookie('session');
    const wrong = await ada.call('changePassword', { current: 'not the password', password: NEW });
    expect(wrong).toMatchObject({ status: 422, fields: { current: 'The password is wrong.' } });
    expect(await phone.isSignedIn()).toBe(true);
    const changed = await ada.call('changePassword', { current: ADA.password, password: NEW });
    expect(changed).toMatchObject({ status: 200, notice: 'password-changed' });
    expect([await ada.isSignedIn(), await phone.isSignedIn()]).toEqual([true, false]);
    expect(ada.browser.cookie('session')).not.toBe(before);
    await town.mailTo(ADA.email, 'Your password was changed');
    expect(await phone.call('signIn', { email: ADA.email, password: NEW })).toMatchObject({ status: 200 });
  });

  test('invalidates earlier reset links', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await ada.call('forgotPassword', { email: ADA.email });
    const token = tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
    await ada.call('changePassword', { current: ADA.password, password: NEW });
    expect((await ada.ask('resetLink', { token })).body).toEqual({ email: null });
  });
});

describe('an export of the own data', () => {
  test('contains the bookings made with the address', async () => {
    const town = openTown();
    await town.resident(ADA);
    const id = await books(town, town.person(), BEN.email);
    const ben = await town.resident(BEN);
    const response = await ben.browser.request('/app/profile/export');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const data = (await response.json()) as { account: object; signIns: object[]; bookings: object[] };
    expect(data.account).toMatchObject({ name: BEN.name, email: BEN.email, role: 'user' });
    expect(data.signIns).toHaveLength(1);
    expect(data.bookings).toMatchObject([{ id, address: '9 Oak Rd', notes: 'Ring twice', paidCents: 29_900 }]);
    expect(JSON.stringify(data)).not.toMatch(/argon2|"person"/);
  });
});
