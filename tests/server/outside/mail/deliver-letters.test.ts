import { expect, test } from 'vitest';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { createLog } from '#server/process/log.ts';
import type { Mail } from '#server/outside/mail/port.ts';
import { type PartLetter, deliverAll } from '#server/outside/mail/deliver-letters.ts';
import { NO_MAILER } from './no-mailer.ts';

const EVENT = { id: 'e1', type: 'VisitKept', position: 1 } as unknown as Recorded<DomainEvent>;
const LETTER = { to: 'ada@example.com', content: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } };

async function keysOf(parts: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  const mailer = { ...NO_MAILER, send: async ({ key }: Mail) => void keys.push(key) };
  const letters: PartLetter[] = parts.map((part) => Object.assign({ part }, LETTER));
  const attempt = { signal: new AbortController().signal, failures: 0, done: new Set<string>() };
  await deliverAll(
    letters,
    { event: EVENT, about: 'booking-b1' },
    { mailer, log: createLog({ level: 'silent' }) },
    attempt,
  );
  return keys;
}

test('each party gets its letter about an event with its own idempotency key', async () => {
  expect(await keysOf(['customer', 'owner'])).toEqual(['e1:customer', 'e1:owner']);
});

test('two letters about an event to the same party are an error: their key would be the same', async () => {
  await expect(keysOf(['customer', 'customer'])).rejects.toThrow('two letters about VisitKept to the same party');
});
