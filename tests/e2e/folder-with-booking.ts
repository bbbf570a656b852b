import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

/** Books at a server and stops it, before the file's tests. Returns what copies its data folder for the length of a test. */
export function folderWithBooking(): () => string {
  const original = mkdtempSync(join(tmpdir(), 'halfday-booking-'));
  beforeAll(async () => {
    const server = await startServer({ DATA_FOLDER: original });
    await new HttpCustomer(server.origin).book(5);
    await server.stop();
  });
  afterAll(() => rmSync(original, { recursive: true }));
  return () => {
    const folder = tempFolder();
    cpSync(original, folder, { recursive: true });
    return folder;
  };
}
