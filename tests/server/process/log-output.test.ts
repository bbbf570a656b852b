import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOutput } from '#server/process/log-output.ts';
import { tempFolder } from '#tests/temp-folder.ts';

const LIMITS = { waitingBytes: 256 * 1024, lastWriteMs: 100 };
const LINE = `${'x'.repeat(1023)}\n`;

/** A pipe that nothing reads until `read` is called. It takes 64 kB. */
function pipe() {
  const path = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  const buffer = Buffer.alloc(1024 * 1024);
  const read = (): string => {
    try {
      return buffer.toString('utf8', 0, readSync(fd, buffer));
    } catch {
      return '';
    }
  };
  return { fd, read };
}

test('lines that a slow reader leaves no room for are left out and counted; the others arrive whole', async () => {
  const { fd, read } = pipe();
  const { stream, onRoomAgain } = openOutput(fd, LIMITS);
  const leftOut = vi.fn<(lines: number) => void>();
  onRoomAgain(leftOut);
  const sent = 1024;
  for (let count = 0; count < sent; count++) stream.write(LINE);
  let text = '';
  await vi.waitUntil(() => ((text += read()), leftOut.mock.calls.length > 0), { timeout: 30_000, interval: 1 });
  text += read();
  const [lines = 0] = leftOut.mock.lastCall ?? [];
  expect(lines).toBeGreaterThan(sent / 4);
  expect(text).toBe(LINE.repeat(sent - lines));
});

test('a full disk stops neither the process nor its end', async () => {
  const fd = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(fd));
  const { stream } = openOutput(fd);
  const failed = new Promise((resolve) => stream.once('error', resolve));
  for (let count = 0; count < 10; count++) stream.write(LINE);
  expect(await failed).toMatchObject({ code: 'ENOSPC' });
  stream.flushSync();
});
