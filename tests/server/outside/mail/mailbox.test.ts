import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Mailbox } from '#server/outside/mail/mailbox.ts';
import { type Mail, MailRefused } from '#server/outside/mail/port.ts';
import { tempFolder } from '../../../temp-folder.ts';

const AT = Date.parse('2027-03-01T17:00:00Z');
const SENDER = { name: 'The "Shop"', address: 'shop@example.com', replyTo: 'hello@example.com' };
const clock = { now: () => AT, wait: async () => {} };

function mail(key: string, changes: Partial<Mail> = {}): Mail {
  return {
    key,
    about: 'booking-b1',
    cause: 'e1',
    part: 'customer',
    to: 'ada@example.com',
    subject: `Subject ${key}`,
    html: '<p>Hi</p>',
    text: 'Hi',
    ...changes,
  };
}

function open(folder = join(tempFolder(), 'mailbox')) {
  return { mailbox: new Mailbox({ folder, sender: SENDER, clock }), folder };
}

test('a mail is kept as it was sent', async () => {
  const { mailbox, folder } = open();
  const attachments = [{ filename: 'visit.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }];
  await mailbox.send(mail('a', { attachments }));
  expect(await mailbox.list()).toEqual([
    {
      id: expect.any(String),
      about: 'booking-b1',
      cause: 'e1',
      part: 'customer',
      at: '2027-03-01T17:00:00.000Z',
      to: 'ada@example.com',
      from: '"The \\"Shop\\"" <shop@example.com>',
      replyTo: 'hello@example.com',
      subject: 'Subject a',
      html: '<p>Hi</p>',
      text: 'Hi',
      attachments,
    },
  ]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('mails are listed in the order in which they were sent, newest last, across a restart', async () => {
  const { mailbox, folder } = open();
  await Promise.all(['z', 'y', 'x'].map((key) => mailbox.send(mail(key))));
  const { mailbox: restarted } = open(folder);
  await restarted.send(mail('w'));
  const subjects = (await restarted.list()).map((each) => each.subject);
  expect(subjects).toEqual(['Subject z', 'Subject y', 'Subject x', 'Subject w']);
});

test('the same key is sent once: at the same time, later, and after a restart', async () => {
  const { mailbox, folder } = open();
  await Promise.all([mailbox.send(mail('a')), mailbox.send(mail('a'))]);
  await mailbox.send(mail('a', { subject: 'changed' }));
  await open(folder).mailbox.send(mail('a'));
  expect((await mailbox.list()).map((each) => each.subject)).toEqual(['Subject a']);
});

test.each([
  { subject: 'Hello\r\nBcc: all@example.com' },
  { subject: 'file\u202egnp.exe' },
  { to: 'ada@example.com\n' },
  { to: 'ada@example.com, eve@example.com' },
  { to: 'Ada <ada@example.com>' },
  { to: '' },
  { attachments: [{ filename: 'a\u0000.ics', contentType: 'text/calendar', content: '' }] },
])('a mail with broken headers is refused: %j', async (changes) => {
  const { mailbox } = open();
  await expect(mailbox.send(mail('a', changes))).rejects.toThrow(MailRefused);
  expect(await mailbox.list()).toEqual([]);
});

test('the mails of a booking can be removed, and no later ones are stored', async () => {
  const { mailbox, folder } = open();
  const underWay = mailbox.send(mail('a'));
  await mailbox.send(mail('b', { about: 'booking-b2' }));
  await mailbox.forget(['booking-b1', 'account-a1']);
  await underWay;
  await mailbox.send(mail('c'));
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['Subject b']);
  expect(readdirSync(folder)).toHaveLength(1);
});
