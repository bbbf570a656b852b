import { expect, test } from 'vitest';
import type { Consent } from '#shared/measuring/consent.ts';
import { SITE, rendered } from './rendered.ts';

const privacy = async (change: Partial<typeof SITE>) =>
  (await rendered('/legal/privacy', null, {}, { ...SITE, ...change })).text;

test('the privacy notice names the services that are connected, and no others', async () => {
  const all = await privacy({});
  for (const name of ['Stripe takes the payment', 'Resend delivers', 'Svix passes bookings on', 'A storage service'])
    expect(all).toContain(name);
  expect(all).toContain('your name, email address, and phone number, and not your notes');
  const none = await privacy({ connected: { stripe: false, resend: false, svix: 'none', storage: false } });
  for (const name of ['Stripe', 'Resend', 'Svix', 'storage service']) expect(none).not.toContain(name);
  expect(none).toContain('The company that runs our servers');
});

test.each<Consent>(['not-asked', 'open'])(
  'that Google may recognize visitors over time and across sites is said, with consent %s',
  async (consent) => {
    expect(await privacy({ tagManager: { id: 'GTM-TEST123', consent } })).toContain(
      'Google may recognize you over time and on other sites',
    );
  },
);

test('the backup is described as it is: private, encrypted by its provider, and gone two days after the person', async () => {
  const text = await privacy({});
  expect(text).toContain('a copy of our records. Both are private, and the service encrypts them.');
  expect(text).toContain('Our backups forget you about two days later.');
});

test.each<[Consent | null, string]>([
  [null, 'there’s nothing for them to turn off'],
  ['not-asked', 'We don’t respond to either signal'],
  ['open', 'If your browser sends Global Privacy Control, we take it as a no'],
  ['browser-rejects', 'We don’t respond to Do Not Track, but nothing is loaded until you accept.'],
])('what Do Not Track and Global Privacy Control do is said, with consent %s', async (consent, words) => {
  const tagManager = consent === null ? null : { id: 'GTM-TEST123', consent };
  expect(await privacy({ tagManager })).toContain(words);
});
