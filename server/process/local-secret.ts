import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FatalError, wrapFileErrors } from '#db/fatal-error.ts';
import { writeRequiredFile } from './durable-file.ts';
import { makeFolder } from './private-folder.ts';

/** Generates a secret on first use. Two processes that start at once agree on one. Throws `FatalError`. */
export function localSecret(file: string): string {
  const kept = read(file);
  if (kept !== null) return kept;
  makeFolder(dirname(file));
  writeRequiredFile(file, randomBytes(32).toString('base64url'), 'Make room, or set COOKIE_SECRET.');
  return localSecret(file);
}

function read(file: string): string | null {
  const secret = wrapFileErrors(file, 'Remove it, so that the server makes a new one, or set COOKIE_SECRET.', () =>
    existsSync(file) ? readFileSync(file, 'utf8').trim() : null,
  );
  if (secret === null) return null;
  // After a power cut the file may have the right length, filled with zeros.
  if (/^[\x21-\x7e]{32,}$/.test(secret)) return secret;
  throw new FatalError(
    `${file} contains no secret. Restore it from a backup, or remove it: the server then makes a new one, which ends every sign-in session.`,
  );
}
