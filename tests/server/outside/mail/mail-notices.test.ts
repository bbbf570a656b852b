import { expect, test } from 'vitest';
import { MailNotices } from '#server/outside/mail/mail-notices.ts';
import { signedHeaders } from '#server/outside/signed-notices.ts';

const NOW = Date.parse('2027-03-01T17:00:00Z');
const SECRET = `whsec_${Buffer.from('a secret of Resend').toString('base64')}`;
const TAGS = { about: 'booking-b1', cause: 'e1', part: 'customer' };
const MAIL = { email_id: 'm1', from: 'visits@oak.example', to: ['ada@example.com'], subject: 'Hi', tags: TAGS };

function parse(content: object) {
  const body = JSON.stringify({ created_at: '2027-03-01T17:00:00.000Z', ...content });
  const headers = new Headers(signedHeaders({ id: 'n1', timestamp: NOW / 1000 }, body, SECRET));
  return new MailNotices('resend', [SECRET]).parse(new TextEncoder().encode(body), headers, NOW);
}

const bounced = (type: string) => ({ ...MAIL, bounce: { type, subType: 'General', message: 'no' } });

test.each([
  ['email.bounced', bounced('Permanent'), 'bounced'],
  ['email.complained', MAIL, 'complained'],
  ['email.suppressed', { ...MAIL, suppressed: { message: 'no', type: 'OnAccountSuppressionList' } }, 'bounced'],
])('%s says which mail came back, and how', (type, data, kind) => {
  expect(parse({ type, data })).toEqual({ id: 'n1', returned: { ...TAGS, kind, to: 'ada@example.com' } });
});

test.each([
  ['a temporary bounce', 'email.bounced', bounced('Transient')],
  ['an undetermined bounce', 'email.bounced', bounced('Undetermined')],
  ['a delivery', 'email.delivered', MAIL],
  ['mail of another program', 'email.complained', { ...MAIL, tags: { campaign: 'spring' } }],
  ['mail without tags', 'email.complained', { ...MAIL, tags: undefined }],
])('%s requires nothing', (_, type, data) => {
  expect(parse({ type, data })).toEqual({ id: 'n1', returned: null });
});

test.each([{}, { type: 'email.bounced' }, { type: 1, data: MAIL }])('a notice that says %o is refused', (content) => {
  expect(() => parse(content)).toThrow('the notice is malformed');
});
