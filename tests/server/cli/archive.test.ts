import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { day, hold, pay } from '../../db/changes.ts';
import { openIn, tamper } from '../../db/folder.ts';
import { logRows, readRows } from '../../db/rows.ts';
import { killed } from '../../db/shop-files.ts';
import { events } from './command.ts';

vi.setConfig({ testTimeout: 30_000 });

/** A stopped shop whose archive is in its folder, as everything is locally. */
async function archivedFolder() {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  const rows = await readRows(store);
  close();
  expect(await events(folder, 'archive')).toMatchObject({ code: 0, out: expect.stringContaining('5 events archived') });
  return { folder, rows };
}

/** Loses everything but the stand-in of the bucket, and the secret that a production site has in its environment. */
function loseAll(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== 'objects' && name !== 'cookie-secret') rmSync(join(folder, name), { recursive: true });
}

/** The objects of the archive whose names have these words. */
const objects = (folder: string, words: string) =>
  readdirSync(join(folder, 'objects'))
    .filter((name) => name.includes(words))
    .map((name) => join(folder, 'objects', name));

/** Alters one byte of the first segment. */
function alterSegment(folder: string): { readonly file: string; readonly bytes: Buffer } {
  const file = objects(folder, '%log%')[0]!;
  const bytes = readFileSync(file);
  bytes[bytes.length - 20]! ^= 1;
  writeFileSync(file, bytes);
  return { file, bytes };
}

/** A shop that has lost its last two events, together with the vault that knew of them, and its archive, which has them. */
async function cutOffFolder(): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  const earlier = killed(folder);
  await store.change(hold('b2', { date: day(1) }));
  close();
  await events(folder, 'archive');
  loseAll(folder);
  for (const name of readdirSync(earlier).filter((each) => /^halfday\.db(?:-wal)?$/.test(each)))
    writeFileSync(join(folder, name), readFileSync(join(earlier, name)));
  return folder;
}

test('archive, then restore on an empty machine: the same events, rows and status', async () => {
  const { folder, rows } = await archivedFolder();
  const before = logRows(folder);
  const { store, close } = openIn(folder);
  await store.change(hold('lost', { date: day(3) }));
  await readRows(store);
  close();
  for (const name of readdirSync(folder)) if (name.startsWith('halfday.db')) rmSync(join(folder, name));
  const { code, out, err } = await events(folder, 'restore');
  expect(code).toBe(0);
  expect(out).toContain(`5 events restored from the folder ${join(folder, 'objects')} to ${folder}`);
  expect(out).toContain(`head ${before.at(-1)!.hash}`);
  expect(err).toContain('restoring 100% (5 of 5 events)');
  expect(logRows(folder)).toEqual(before);
  expect((await events(folder, 'verify', '--archive')).code).toBe(0);
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});

test('a second restore, and one without an archive, say why they do nothing', async () => {
  const { folder } = await archivedFolder();
  expect(await events(folder, 'restore')).toMatchObject({
    code: 1,
    err: expect.stringContaining('move everything out'),
  });
  rmSync(join(folder, 'objects'), { recursive: true });
  loseAll(folder);
  expect(await events(folder, 'restore')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no archive'),
  });
});

test('status of a log without events names no last event', async () => {
  const { folder, close } = openIn();
  close();
  const { out } = await events(folder, 'status');
  expect(out).toMatch(/^0 events\.\n/);
});

test('status says how far all is, as text and as JSON', async () => {
  const { folder } = await archivedFolder();
  const { code, out } = await events(folder, 'status');
  expect(code).toBe(0);
  expect(out).toContain('5 events, the last at 2027-03-09 18:00:00Z.');
  expect(out).toContain('No server is writing to the folder.');
  expect(out).toContain('worker mail  last handled 0');
  expect(out).toContain('has events up to 5, and is level with the log.');
  const { store } = openIn(folder);
  await store.change(hold('b2', { date: day(1) }));
  const said = JSON.parse((await events(folder, 'status', '--json')).out) as object;
  expect(said).toMatchObject({
    isFine: true,
    position: 7,
    isServerRunning: true,
    archive: { position: 5, notArchived: 2 },
  });
});

test('archive says that a running server does it', async () => {
  const { folder } = openIn();
  expect(await events(folder, 'archive')).toMatchObject({
    code: 1,
    err: expect.stringContaining('it archives events as they happen'),
  });
});

test('one byte of an old event that was changed is told by verify', async () => {
  const { folder } = await archivedFolder();
  tamper(folder, `UPDATE events SET correlation = 'b test' WHERE position = 2`);
  const { code, err } = await events(folder, 'verify', '--archive');
  expect(err).toContain('The first bad event is at position 2');
  expect(code).toBe(1);
});

test('one byte of an archived event that was changed is told by verify --archive, and by restore', async () => {
  const { folder } = await archivedFolder();
  alterSegment(folder);
  expect((await events(folder, 'verify')).code).toBe(0);
  const { code, err } = await events(folder, 'verify', '--archive');
  expect(err).toContain('is not whole');
  expect(code).toBe(1);
  loseAll(folder);
  expect(await events(folder, 'restore')).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
  expect(readdirSync(folder)).not.toContain('halfday.db');
});

test('an archived object that was deleted is told by restore, which restores what was before it', async () => {
  const { folder } = await archivedFolder();
  const { store, close } = openIn(folder);
  const before = store.position;
  await store.change(hold('b8', { date: day(8) }));
  close();
  await events(folder, 'archive');
  const { store: later, close: closeLater } = openIn(folder);
  const gap = `${before + 1} to ${later.position}`;
  const names = new Set(objects(folder, '%log%'));
  await later.change(hold('b9', { date: day(9) }));
  closeLater();
  await events(folder, 'archive');
  const newest = objects(folder, '%log%').find((name) => !names.has(name));
  expect(newest).toBeDefined();
  const [lost = ''] = [...names].toSorted().toReversed();
  rmSync(lost);
  loseAll(folder);
  const { code, out, err } = await events(folder, 'restore');
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining(`${before} events restored`) });
  expect(err).toContain(`The archive lacks events ${gap}`);
  expect(err).not.toContain('are not in the archive');
});

test('archive --adopt writes an object that was altered again, from the log', async () => {
  const { folder } = await archivedFolder();
  alterSegment(folder);
  const { code, out, err } = await events(folder, 'archive', '--adopt');
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('5 events archived') });
  expect(err).toContain('was damaged. It and all after it are written again from the log.');
  expect((await events(folder, 'verify', '--archive')).code).toBe(0);
});

test('archive --adopt keeps a damaged object whose events the log lacks', async () => {
  const folder = await cutOffFolder();
  const { file, bytes } = alterSegment(folder);
  const { code, err } = await events(folder, 'archive', '--adopt');
  expect(err).toContain('is damaged');
  expect(code).toBe(1);
  expect(readFileSync(file)).toEqual(bytes);
});

test('a log whose end was cut off, with its vault, is told by status and verify --archive, and goes on once adopted', async () => {
  const folder = await cutOffFolder();
  for (const words of [['status'], ['verify', '--archive']]) {
    const { code, err } = await events(folder, ...words);
    expect(err).toContain('halfday.db lacks 2 events');
    expect(code).toBe(1);
  }
  expect(await events(folder, 'archive')).toMatchObject({
    code: 1,
    err: expect.stringContaining('events that halfday.db lacks'),
  });
  expect((await events(folder, 'archive', '--adopt')).code).toBe(0);
  expect((await events(folder, 'verify', '--archive')).code).toBe(0);
});

test('an archive that cannot be read is told by status', async () => {
  const { folder } = await archivedFolder();
  rmSync(join(folder, 'objects'), { recursive: true });
  vi.stubEnv('S3_ENDPOINT', 'http://127.0.0.1:9');
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_BUCKET']) vi.stubEnv(name, 'test');
  const { code, err } = await events(folder, 'status');
  expect(err).toContain('The archive could not be read');
  expect(code).toBe(1);
});
