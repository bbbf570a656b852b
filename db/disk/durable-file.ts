import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartFailure, meaningOf } from './start-failure.ts';

function flushed(path: string, flags: string, write: (file: number) => void = () => {}): void {
  const file = openSync(path, flags, 0o600);
  try {
    write(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes sure that the name of a new file survives a power cut as its content does. Windows knows no such flush. */
function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flushed(folder, 'r');
}

/**
 * Writes a small file so that a crash or a power cut at any moment leaves it whole: with its content of before, or with the
 * new one. With `keep`, a file that is there already stays as it is.
 */
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

/** As `writeDurably`, for a file without which the process cannot start. Throws `StartFailure`. */
export function writeForStart(file: string, text: string, advice: string): void {
  try {
    writeDurably(file, text, { keep: true });
  } catch (error) {
    throw new StartFailure(`${file} cannot be written: ${meaningOf(error)}. ${advice}`, { cause: error });
  }
}
