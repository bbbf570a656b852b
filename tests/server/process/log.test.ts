import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type Log, createLog, loggablePath, openOutput } from '#server/process/log.ts';

function record(level: Parameters<typeof createLog>[0]['level'] = 'info') {
  const lines: string[] = [];
  const log: Log = createLog({ level, to: { write: (line) => lines.push(line) } });
  return { log, text: () => lines.join(''), first: () => JSON.parse(lines[0] ?? 'null') as Record<string, unknown> };
}

test('personal data and secrets are left out at any depth', () => {
  const { log, text } = record();
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '805 555 0101', address: '1 Main St' };
  log.info(
    { ...person, notes: 'the key is under the mat', person, list: [{ person }], token: 'tok_1', cookie: 'hold=1' },
    'held',
  );
  for (const value of [...Object.values(person), 'under the mat', 'tok_1', 'hold=1'])
    expect(text()).not.toContain(value);
  expect(text()).toContain('[private]');
});

test('an error keeps its type, message, stack, code and cause', () => {
  const { log, first } = record();
  const cause = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
  log.error({ err: new TypeError('cannot append', { cause }) }, 'append failed');
  expect(first()['err']).toMatchObject({
    type: 'TypeError',
    message: 'cannot append',
    stack: expect.stringContaining('log.test.ts'),
    cause: { type: 'Error', message: 'disk full', code: 'SQLITE_FULL' },
  });
});

test('an error does not take addresses, queries or properties of its own into the log', () => {
  const { log, text } = record();
  const error = new Error('no mailbox for ada.l+x@mail.example.com at https://x.test/reset?token=abc');
  log.error({ err: Object.assign(error, { input: { email: 'ada@example.com', secret: 's3cret' } }) }, 'failed');
  for (const value of ['ada', 'token=abc', 's3cret']) expect(text()).not.toContain(value);
});

test('the path of a request loses its query and anything that could be a token', () => {
  expect(loggablePath('/book?email=ada@example.com')).toBe('/book');
  expect(loggablePath(`/manage/${'aZ0-_'.repeat(9)}`)).toBe('/manage/[token]');
  expect(loggablePath('/dev/pay/0190b1c2-7d1e-7aaa-8bbb-0123456789ab')).toContain('0190b1c2');
  expect(loggablePath(`/${'x/'.repeat(500)}`)).toHaveLength(200);
});

test('a full disk stops neither the process nor its end', async () => {
  const fd = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(fd));
  const stream = openOutput(fd);
  const failed = new Promise((resolve) => stream.once('error', resolve));
  for (let count = 0; count < 10; count++) stream.write(`${'x'.repeat(1023)}\n`);
  expect(await failed).toMatchObject({ code: 'ENOSPC' });
  stream.flushSync();
});
