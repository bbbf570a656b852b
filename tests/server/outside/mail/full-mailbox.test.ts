import type * as promises from 'node:fs/promises';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { Mailbox } from '#server/outside/mail/mailbox.ts';
import { tempFolder } from '../../../temp-folder.ts';

type Step = 'mkdir' | 'writeFile' | 'rename' | 'rm';
/** File operations that fail. A failed write leaves a partial file. */
const refused = vi.hoisted(() => new Set<Step>());

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  const refuse = (step: Step) => {
    if (refused.has(step)) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const refusing =
    (step: Step) =>
    async (...args: [string, never]) => {
      refuse(step);
      return (real[step] as (...all: unknown[]) => Promise<unknown>)(...args);
    };
  return {
    ...real,
    mkdir: refusing('mkdir'),
    rename: refusing('rename'),
    rm: refusing('rm'),
    writeFile: async (file: string, text: string) => {
      await real.writeFile(file, refused.has('writeFile') ? text.slice(0, text.length / 2) : text);
      refuse('writeFile');
    },
  };
});

beforeEach(() => refused.clear());

function open() {
  const folder = join(tempFolder(), 'mailbox');
  const sender = { name: 'Shop', address: 'shop@example.com', replyTo: 'hello@example.com' };
  return { folder, mailbox: new Mailbox({ folder, sender, clock: { now: () => 0 } }) };
}

const mail = (key: string, about = 'booking-b1') => ({
  key,
  about,
  cause: 'e1',
  part: 'customer',
  to: 'ada@example.com',
  subject: 'Your visit',
  html: '<p>Hi</p>',
  text: 'Hi',
});

test.each<Step>(['writeFile', 'rename'])('a mail that a full disk refused at %s leaves no file', async (step) => {
  const { mailbox, folder } = open();
  refused.add(step);
  await expect(mailbox.send(mail('a'))).rejects.toThrow('no space left');
  expect(readdirSync(folder)).toEqual([]);
  refused.clear();
  await mailbox.send(mail('a'));
  expect(await mailbox.list()).toHaveLength(1);
});

test('a partial mail that could not be removed is removed when the next person is forgotten', async () => {
  const { mailbox, folder } = open();
  for (const step of ['writeFile', 'rm'] as const) refused.add(step);
  await expect(mailbox.send(mail('a'))).rejects.toThrow('no space left');
  expect(readdirSync(folder)).toHaveLength(1);
  writeFileSync(join(folder, 'notes.new'), 'mine');
  refused.clear();
  await mailbox.forget(['booking-b1']);
  expect(readdirSync(folder)).toEqual(['notes.new']);
});

test('a mail that is being written to another person while one is forgotten is kept', async () => {
  const { mailbox } = open();
  await mailbox.send(mail('a'));
  const forgetting = mailbox.forget(['booking-b1']);
  const sent = Array.from({ length: 30 }, (_, index) => mailbox.send(mail(`b${index}`, 'booking-b2')));
  await Promise.all([forgetting, ...sent]);
  expect(await mailbox.list()).toHaveLength(30);
});

test('a folder that could not be made is tried again with the next mail', async () => {
  const { mailbox } = open();
  refused.add('mkdir');
  await expect(mailbox.send(mail('a'))).rejects.toThrow('no space left');
  refused.clear();
  await mailbox.send(mail('a'));
  expect(await mailbox.list()).toHaveLength(1);
});

test('forgetting a person succeeds with a removed mailbox folder', async () => {
  const { mailbox, folder } = open();
  await mailbox.send(mail('a'));
  rmSync(folder, { recursive: true });
  await mailbox.forget(['booking-b1']);
  expect(await mailbox.ids()).toEqual([]);
});
