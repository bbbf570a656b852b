import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spoilPart } from '../db/spoil.ts';
import { folderWithBooking } from './folder-with-booking.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

const copyFolder = folderWithBooking();

/** A data folder with one damaged page. */
function folderWithDamage(part: string): string {
  const folder = copyFolder();
  spoilPart(folder, 'halfday.db', part);
  return folder;
}

/** The output of a server until it meets the damage, while it starts or with the first booking. */
async function outputUntilEnd(folder: string): Promise<string> {
  const server = await startServer({ DATA_FOLDER: folder }, '/healthz').catch((error: Error) => error.message);
  if (typeof server === 'string') return server;
  onTestFinished(async () => void (await server.stop()));
  const ended = once(server.process, 'exit');
  await new HttpCustomer(server.origin).book(6).catch(() => null);
  if (server.process.exitCode === null) await ended;
  expect(server.process.exitCode).toBe(1);
  return server.output();
}

test('a damaged page of the database ends the process with advice', async () => {
  const folder = folderWithDamage('sold_units');
  const words = `${join(folder, 'halfday.db')} cannot be used: database disk image is malformed (SQLITE_CORRUPT). Restore it from a backup`;
  expect(await outputUntilEnd(folder)).toContain(words);
  expect(await outputUntilEnd(folder)).toContain(words);
});
