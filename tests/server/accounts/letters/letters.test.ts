import { describe, expect, test } from 'vitest';
import { ADA, openTown, tokenIn } from '../town.ts';
import { BUSINESS, HOSTILE } from '../../bookings/letters/samples.ts';
import * as letters from './written.ts';

const NAMED = { name: HOSTILE };
const LINK = 'https://oak.example/verify-email?token=abc';

const LETTERS = {
  verifyAddress: await letters.verifyAddress(LINK, BUSINESS),
  addressInUse: await letters.addressInUse(NAMED, BUSINESS),
  passwordReset: await letters.passwordReset(NAMED, LINK, BUSINESS),
  passwordChanged: await letters.passwordChanged(NAMED, BUSINESS),
  confirmNewAddress: await letters.confirmNewAddress(LINK, BUSINESS),
  confirmOldAddress: await letters.confirmOldAddress(NAMED, { link: LINK, newEmail: 'n@example.com' }, BUSINESS),
  addressChanged: await letters.addressChanged({ newEmail: 'n@example.com' }, BUSINESS),
};

describe.each(Object.entries(LETTERS))('the letter %s', (_, { subject, html, text }) => {
  test('has the same content as HTML and as text, with escaped markup and headers', () => {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<img src=x');
    expect(text).not.toMatch(/[\r\0\u202e]/);
    for (const link of text.match(/https?:\/\/\S+/g) ?? []) expect(html).toContain(link.replaceAll('&', '&amp;'));
  });
});

test('a stranger’s text is not mailed to an address that they have not confirmed', async () => {
  const town = openTown();
  await town.resident(ADA);
  const typed = { name: 'Click Here Quick', email: 'ben@example.com', password: 'seven lamps in a drawer' };
  await town.person().call('register', typed);
  await town.mailTo(typed.email, 'Confirm your email address');
  await town.person().call('forgotPassword', { email: typed.email });
  const reset = await town.mailTo(typed.email, 'Choose a new password');
  const ben = town.person();
  await ben.call('resetPassword', { token: tokenIn(reset.text), password: 'eleven green bottles' });
  expect((await town.mailTo(typed.email, 'Your password was changed')).text).toContain(typed.name);
  await ben.call('changeEmail', { email: 'carl@example.com', password: 'eleven green bottles' });
  await town.mailTo('carl@example.com', 'Confirm your new');
  const unproven = town.sent.filter(({ subject }) => /^Confirm|^Choose/.test(subject));
  expect(unproven.map(({ to }) => to)).toEqual(expect.arrayContaining([typed.email, 'carl@example.com']));
  for (const { subject, html, text } of unproven) expect(subject + html + text).not.toContain(typed.name);
});

test('links begin with the public URL, for any host name of the request', async () => {
  const town = openTown();
  await town.person().browser.request('http://evil.example/');
  await town.person().call('register', ADA);
  const { text, html } = await town.mailTo(ADA.email, 'Confirm');
  expect(text).toContain(`${town.config.publicUrl}/verify-email?token=${tokenIn(text)}`);
  expect(html).not.toContain('evil.example');
});

test('only an account that is no admin’s can get another password by its confirmation mail', async () => {
  const town = openTown();
  await town.person().call('register', ADA);
  const first = await town.mailTo(ADA.email, 'Confirm');
  expect(first.text + first.html).not.toMatch(/forgot-password|another/i);
  const later = { ...ADA, email: 'ben@example.com' };
  await town.person().call('register', later);
  expect((await town.mailTo(later.email, 'Confirm')).text).toContain('/forgot-password');
});
