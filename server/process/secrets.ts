import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FatalError, wrapFileErrors } from '#db/fatal-error.ts';
import { writeRequiredFile } from './durable-file.ts';
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

export function rotationProblems(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (!name.endsWith('_PREVIOUS')) return [];
    const current = name.slice(0, -'_PREVIOUS'.length);
    if (texts[current] === undefined) return [`${name} must be set with ${current}`];
    return texts[current] === text ? [`${name} must differ from ${current}: it is the secret before that one`] : [];
  });
}

/** Created on first use; two processes that start at once agree on one. Throws `FatalError`. */
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
