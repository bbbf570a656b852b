import { hkdfSync } from 'node:crypto';

/** The first signs and encrypts; the previous one is accepted while it is rotated. */
export type Secrets = readonly [current: string, ...previous: readonly string[]];

export function secretsOf(current: string, previous: string | null): Secrets {
  return previous === null ? [current] : [current, previous];
}

/** Reveals nothing about its secret and other keys. */
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
