import { join } from 'node:path';
import { MovableClock } from '#server/process/clock.ts';
import type { CheckoutRequest } from '#server/outside/payments/port.ts';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import { openIn } from '../../../db/folder.ts';
import { tempFolder } from '../../../temp-folder.ts';

export const WEBHOOK_SECRET = 'webhook-secret';
export const MINUTE = 60_000;

/** A sandbox provider in a new folder, which can be restarted over the same data. */
export function openSandbox() {
  const folder = tempFolder();
  const clock = new MovableClock(join(folder, 'clock.json'));
  const open = () => {
    const { store, close } = openIn(folder);
    return {
      close,
      store,
      sandbox: new SandboxPayments({ store, clock, webhookSecrets: [WEBHOOK_SECRET] }),
    };
  };
  return { ...open(), clock, reopen: open };
}

export function checkoutRequest(clock: { now(): number }, changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    key: 'checkout:b1:1',
    booking: 'b1',
    amount: 29_900,
    currency: 'usd',
    description: 'Half day, Tuesday, March 9, 2027, 7:00 am to noon',
    email: 'ada@example.com',
    expiresAt: clock.now() + 30 * MINUTE,
    returnUrl: 'http://localhost:3000/book/return',
    cancelUrl: 'http://localhost:3000/book?service=half-day',
    ...changes,
  };
}
