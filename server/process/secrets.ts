import { hkdfSync } from 'node:crypto';

/** The secret in use, then the previous one while it is being rotated. The first signs and encrypts; each is accepted. */
export type Secrets = readonly [current: string, ...previous: readonly string[]];

export function secretsOf(current: string, previous: string | null): Secrets {
  return previous === null ? [current] : [current, previous];
}

/** A key for one purpose, which reveals nothing about its secret and other keys. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Secrets for one purpose. */
export function deriveSecrets([current, ...previous]: Secrets, purpose: string): Secrets {
  const derive = (secret: string) => deriveKey(secret, purpose).toString('hex');
  return [derive(current), ...previous.map(derive)];
}

/** A previous secret is set only beside its successor, from which it differs. */
export function rotationProblems(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (!name.endsWith('_PREVIOUS')) return [];
    const current = name.slice(0, -'_PREVIOUS'.length);
    if (texts[current] === undefined) return [`${name} must be set with ${current}`];
    return texts[current] === text ? [`${name} must differ from ${current}: it is the secret before that one`] : [];
  });
}
