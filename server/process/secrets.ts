import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FatalError, systemErrorText, wrapFileErrors } from '#db/fatal-error.ts';
import { makeFolder } from './private-folder.ts';

/** The first signs and encrypts; the previous one is accepted while it is rotated. */
export type Secrets = readonly [current: string, ...previous: readonly string[]];

export function secretsOf(current: string, previous: string | null): Secrets {
  return previous === null ? [current] : [current, previous];
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

export function deriveSecrets([current, ...previous]: Secrets, purpose: string): Secrets {
  const derive = (secret: string) => deriveKey(secret, purpose).toString('hex');
  return [derive(current), ...previous.map(derive)];
}

/** Created on first use; two processes that start at once agree on one. Throws `FatalError`. */
export function localSecret(file: string): string {
  const kept = read(file);
  if (kept !== null) return kept;
  makeFolder(dirname(file));
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new FatalError(`${file} cannot be written: ${systemErrorText(error)}. Make room, or set COOKIE_SECRET.`, {
        cause: error,
      });
  } finally {
    rmSync(own, { force: true });
  }
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
