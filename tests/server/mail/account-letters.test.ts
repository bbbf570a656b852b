import { describe, expect, test } from 'vitest';
import * as templates from '#server/mail/templates/account.ts';
import { ADA, openTown, tokenIn } from '../accounts/town.ts';
import { BUSINESS, HOSTILE } from './templates/samples.ts';

const NAMED = { name: HOSTILE };
const LINK = 'https://oak.example/verify-email?token=abc';

const LETTERS = {
  verifyAddress: templates.verifyAddress(NAMED, LINK, BUSINESS),
  addressInUse: templates.addressInUse(NAMED, BUSINESS),
  passwordReset: templates.passwordReset(NAMED, LINK, BUSINESS),
  passwordChanged: templates.passwordChanged(NAMED, BUSINESS),
  confirmNewAddress: templates.confirmNewAddress(NAMED, LINK, BUSINESS),
  confirmOldAddress: templates.confirmOldAddress(NAMED, { link: LINK, newEmail: 'n@example.com' }, BUSINESS),
  addressChanged: templates.addressChanged(NAMED, { newEmail: 'n@example.com' }, BUSINESS),
};

describe.each(Object.entries(LETTERS))('the letter %s', (_, { subject, html, text }) => {
  test('says the same as HTML and as text, and takes nothing for markup or a header', () => {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<img src=x');
    expect(text).not.toMatch(/[\r\0\u202e]/);
    for (const link of text.match(/https?:\/\/\S+/g) ?? []) expect(html).toContain(link.replaceAll('&', '&amp;'));
  });
});

test('links begin with the public address, whatever name the request used', async () => {
  const town = openTown();
  await town.person().browser.request('http://evil.example/');
  await town.person().call('register', ADA);
  const { text, html } = await town.mailTo(ADA.email, 'Confirm');
  expect(text).toContain(`${town.config.publicUrl}/verify-email?token=${tokenIn(text)}`);
  expect(html).not.toContain('evil.example');
});
