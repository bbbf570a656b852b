import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

async function serverInUse({ isLink = false } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'halfday-lost-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'data');
  const actual = join(parent, 'actual');
  if (isLink) mkdirSync(actual);
  if (isLink) symlinkSync(actual, folder);
  const server = await startServer({ DATA_FOLDER: folder });
  onTestFinished(async () => void (await server.stop()));
  const customer = new HttpCustomer(server.origin);
  await customer.book(5);
  return { ...server, customer };
}

const losses: readonly (readonly [string, (folder: string) => void])[] = [
  ['halfday.db', (folder) => rmSync(join(folder, 'halfday.db'))],
  ['halfday.db-wal', (folder) => rmSync(join(folder, 'halfday.db-wal'))],
  [
    'halfday.db(?:-wal)?',
    (folder) => {
      renameSync(folder, `${folder}-before`);
      mkdirSync(folder);
    },
  ],
];

test.each(losses)('a server whose file %s is gone ends and says why', async (file, lose) => {
  const { process: child, folder, output } = await serverInUse();
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  lose(folder);
  expect(await ended).toEqual([1, null]);
  expect(output()).toMatch(
    new RegExp(`"msg":"${file} was removed while it was in use: ending, to start again from what is on the disk"`),
  );
});

test('a server without access to its files ends and says why', async () => {
  const { process: child, folder, output } = await serverInUse({ isLink: true });
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  symlinkSync(folder, `${folder}-loop`);
  renameSync(`${folder}-loop`, folder);
  expect(await ended).toEqual([1, null]);
  expect(output()).toMatch(
    /"msg":"halfday.db could not be looked at while it was in use: .* \(ELOOP\): ending, to start again from what is on the disk"/,
  );
});

test('no booking is acknowledged without being written', async () => {
  const { customer, folder, process: child } = await serverInUse();
  const ended = once(child, 'exit');
  rmSync(join(folder, 'halfday.db'));
  const answers = await Promise.allSettled([6, 7, 8, 9, 10, 11].map((days) => customer.hold(days)));
  expect(
    answers.filter(({ status, ...rest }) => status === 'fulfilled' && JSON.stringify(rest).includes('200')),
  ).toEqual([]);
  expect(await ended).toEqual([1, null]);
});
