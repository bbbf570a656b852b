import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('a mail that could not be stored does not count as sent', async () => {
  const { mailbox, folder } = open();
  await mailbox.send(mail('a'));
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  await expect(mailbox.send(mail('b'))).rejects.toThrow(/EEXIST|ENOTDIR/);
  rmSync(folder);
  await open(folder).mailbox.send(mail('c'));
  await mailbox.send(mail('b'));
  expect((await mailbox.list()).map((each) => each.subject).sort()).toEqual(['Subject b', 'Subject c']);
});

test('a partial file from a crash is not a mail', async () => {
  const { mailbox, folder } = open();
  await mailbox.send(mail('a'));
  writeFileSync(join(folder, '00000002-0123456789abcdef.json.new'), '{"id":');
  writeFileSync(join(folder, 'notes.json'), '{}');
  expect(await mailbox.list()).toHaveLength(1);
});

test('only ids of its own mails are found', async () => {
  const { mailbox, folder } = open();
  await mailbox.send(mail('a'));
  writeFileSync(join(folder, '../secret.json'), '{}');
  const [id] = await mailbox.ids();
  expect((await mailbox.find(id!))?.subject).toBe('Subject a');
  expect(await mailbox.find('../secret')).toBeNull();
  expect(await mailbox.find('00000009-0123456789abcdef')).toBeNull();
});

test('an empty mailbox has no mails', async () => {
  expect(await open().mailbox.list()).toEqual([]);
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

test('a partial mail from a crash is removed with the next removal', async () => {
  const { mailbox, folder } = open();
  await mailbox.send(mail('a'));
  writeFileSync(join(folder, '00000002-0123456789abcdef.json.new'), '{"to":"ada@exam');
  const again = open(folder);
  await again.mailbox.send(mail('b'));
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  expect(await again.mailbox.list()).toHaveLength(2);
});

test('a folder or a link in place of a mail hides no other, and is removed when the next person is forgotten', async () => {
  const { mailbox, folder } = open();
  for (const key of ['a', 'b', 'c']) await mailbox.send(mail(key, { about: 'booking-b2' }));
  const [first = '', second = ''] = await mailbox.ids();
  for (const id of [first, second]) rmSync(join(folder, `${id}.json`));
  mkdirSync(join(folder, `${first}.json`));
  symlinkSync(`${second}.json`, join(folder, `${second}.json`));
  const next = open(folder).mailbox;
  expect((await next.list()).map(({ subject }) => subject)).toEqual(['Subject c']);
  await next.forget(['booking-b1']);
  expect((await next.ids()).length).toBe(1);
});

test('a partial mail is removed; a file of the operator is not', async () => {
  const { mailbox, folder } = open();
  await mailbox.send(mail('a'));
  const [id = ''] = await mailbox.ids();
  mkdirSync(join(folder, `${id}.json.new`));
  writeFileSync(join(folder, 'notes.new'), 'mine');
  await open(folder).mailbox.send(mail('b'));
  const names = readdirSync(folder);
  expect(names).toHaveLength(3);
  expect(names).toContain('notes.new');
});
