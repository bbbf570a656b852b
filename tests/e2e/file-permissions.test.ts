import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endedStart } from './ended-start.ts';
import { folderWithBooking } from './folder-with-booking.ts';
import { MAIN } from './server.ts';

/** An unprivileged user: file modes do not restrict root. */
const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const;

/** Whether this is root, and can start the product as that user: some containers have no other user, or give it no programs. */
function canBeNobody(): boolean {
  const [program, ...args] = AS_NOBODY;
  return process.getuid?.() === 0 && spawnSync(program, [...args, process.execPath, '--check', MAIN]).status === 0;
}

const copyFolder = folderWithBooking();

/** A data folder that belongs to the unprivileged user. */
function folderOfNobody(): string {
  const folder = copyFolder();
  mkdirSync(join(folder, 'mailbox'), { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) chownSync(path, NOBODY, NOBODY);
  return folder;
}

function start(folder: string) {
  const [program, ...args] = [...AS_NOBODY, process.execPath];
  return endedStart({ DATA_FOLDER: folder }, { program, args });
}

test.runIf(canBeNobody()).each(['halfday.db', 'cookie-secret', 'writer.lock', 'mailbox'])(
  'when %s cannot be read, the start fails and says which file and what to do',
  async (name) => {
    const folder = folderOfNobody();
    chmodSync(join(folder, name), 0);
    const { code, err } = await start(folder);
    expect(err).toMatch(new RegExp(`^${join(folder, name)} cannot be used: .*[.)] [A-Z].*\\.$`, 'm'));
    expect(err).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  },
);

test.runIf(canBeNobody()).each(['halfday.db', 'writer.lock'])(
  'when %s is not writable, the start fails and says which file and what to do',
  async (name) => {
    const folder = folderOfNobody();
    chownSync(join(folder, name), 0, 0);
    chmodSync(join(folder, name), 0o444);
    const { code, err } = await start(folder);
    expect(err).toMatch(new RegExp(`^${join(folder, name)} cannot be used: .*SQLITE_READONLY.*chown`, 'm'));
    expect(err).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  },
);
