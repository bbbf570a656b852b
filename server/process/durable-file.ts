import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { FatalError, systemErrorText } from '#db/fatal-error.ts';

function flushed(path: string, flags: string, write: (file: number) => void = () => {}): void {
  const file = openSync(path, flags, 0o600);
  try {
    write(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Otherwise a new file's name is lost in a power cut. Windows has no such flush. */
function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flushed(folder, 'r');
}

/** Atomically: old or new content after a power cut. `keep` leaves an existing file unchanged. */
export function writeDurably(file: string, text: string, { keep = false } = {}): void {
  const own = `${file}.${process.pid}`;
  try {
    flushed(own, 'w', (opened) => writeSync(opened, text));
    if (keep) linkSync(own, file);
    else renameSync(own, file);
    flushFolder(dirname(file));
  } catch (error) {
    if (!keep || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

export function writeRequiredFile(file: string, text: string, advice: string): void {
  try {
    writeDurably(file, text, { keep: true });
  } catch (error) {
    throw new FatalError(`${file} cannot be written: ${systemErrorText(error)}. ${advice}`, { cause: error });
  }
}
