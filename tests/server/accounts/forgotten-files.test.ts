import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webhook, webhookForgetting } from '#server/bookings/jobs/webhooks.ts';
import { Mailbox } from '#server/outside/mail/mailbox.ts';
import { LocalWebhooks, localSigningSecrets } from '#server/outside/webhooks/local.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import { createLog } from '#server/process/log.ts';
import { addDays } from '#shared/civil-date.ts';
import { NOW, DATE } from '../../events/facts.ts';
import { type Site, openSite } from '../bookings/site.ts';
import { jobs, run, until } from '../workers/run.ts';
import { ADA, BEN, openTown } from './town.ts';

const PHONE = '805-555-0199';
const STREET = '9 Quince Rd';
const NOTES = 'Ring at the blue door';
const PERSONAL = [BEN.name, BEN.email, PHONE, STREET, NOTES];

const mailFolder = ({ config }: Site): string => join(config.dataFolder, 'mail');

function openMailbox(site: Site): Mailbox {
  const sender = { name: 'Oak', address: 'visits@oak.example', replyTo: 'hello@oak.example' };
  return new Mailbox({ folder: mailFolder(site), sender, clock: site.clock });
}

function openWebhooks({ dataFolder }: Config, clock: Clock): LocalWebhooks {
  const log = createLog({ level: 'silent' });
  return new LocalWebhooks({
    folder: join(dataFolder, 'webhooks'),
    secrets: localSigningSecrets(['']),
    url: null,
    clock,
    log,
  });
}

/** The files of a folder, at any depth, that contain any of these texts. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => {
      // A file renamed meanwhile is read under its new name in the next round.
      if (!existsSync(file)) return false;
      const bytes = readFileSync(file);
      return texts.some((text) => bytes.includes(text));
    })
    .map((file) => file.slice(folder.length + 1));
}

/** A town in which Ben has an account with two bookings, and all other residents have some, too. */
async function townWithBen() {
  const town = openTown(() => openSite(NOW, {}, 0, undefined, openWebhooks), openMailbox);
  run(town, jobs(webhook, webhookForgetting));
  await town.resident(ADA);
  const books = async (day: number, email: string, own: object) => {
    const visitor = town.visitor(`192.0.2.${day}`);
    await visitor.holds({ date: addDays(DATE, day), email, ...own });
    await visitor.pays();
    await visitor.returns();
  };
  const ofBen = { name: BEN.name, phone: PHONE, address: STREET, notes: NOTES };
  for (let day = 0; day < 12; day++) await books(day, `guest${day}@example.com`, { name: `Guest ${day}` });
  await books(20, BEN.email, ofBen);
  await books(21, BEN.email, ofBen);
  for (let day = 30; day < 36; day++) await books(day, `guest${day}@example.com`, { name: `Guest ${day}` });
  const ben = await town.resident(BEN);
  await ben.call('changeProfile', { name: BEN.name, phone: PHONE, address: STREET, area: 'Ojai' });
  const folder = town.config.dataFolder;
  return { ...town, ben, folder };
}

test('no byte of a forgotten person is left in any file of the folder', async () => {
  const { ben, folder, ...town } = await townWithBen();
  // Mail is sent by a worker.
  for (const text of [BEN.email, STREET, 'Guest 5']) {
    await until(() => filesWith(folder, [text]).some((file) => file.startsWith('mail/')));
  }
  await until(() => filesWith(folder, [STREET]).filter((file) => file.startsWith('webhooks/')).length === 2);
  expect(await ben.deletes(BEN.password, 'cancel')).toMatchObject({ status: 200 });
  await until(town.isCleaned);
  await until(() => filesWith(join(folder, 'webhooks'), PERSONAL).length === 0);
  expect(filesWith(folder, PERSONAL)).toEqual([]);
  // The other residents' data is unchanged.
  expect(filesWith(folder, ['Guest 5'])).toEqual(expect.arrayContaining([expect.stringMatching(/^mail\//)]));
  const rows = await town.store.db.selectFrom('bookings').selectAll().execute();
  expect(rows.filter(({ name }) => name !== null)).toHaveLength(18);
});
