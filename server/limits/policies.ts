import type { Rate } from './token-buckets.ts';

/** How often one thing may be asked for. What is left out has no limit. */
export interface Policy {
  /** By the client's network: an office or a phone company's customers may share one. */
  readonly network?: Rate;
  /** By what the request is about: an account, a visitor. */
  readonly key?: Rate;
  /** By everyone together. */
  readonly overall?: Rate;
}

function rate(burst: number, perMinute: number): Rate {
  return { burst, perMinute };
}

/** Generous to people, who share networks and press buttons twice; narrow for programs that guess. */
export const POLICIES = {
  /** Booking a time; the key is the visitor. */
  hold: { network: rate(120, 60), key: rate(20, 10), overall: rate(3000, 3000) },
  /** Moving or cancelling a visit. Not by booking: whoever knows its public id could use up its customer's turns. */
  changePlans: { network: rate(60, 30) },
  /** Reading what is known of a booking by its public id. */
  lookUp: { network: rate(240, 120) },
  /** Coming back from paying: each asks the payment provider. */
  paymentReturn: { network: rate(60, 30), overall: rate(600, 600) },
  /** The provider's notices: a refused one comes again, and reconciliation asks by itself. */
  webhook: { network: rate(1200, 1200) },
  /** Trying a password; the key is the account's address. */
  signIn: { network: rate(30, 10), key: rate(10, 2), overall: rate(600, 600) },
  register: { network: rate(15, 4), overall: rate(120, 60) },
  /** Whatever sends a mail to an address that somebody typed; the key is that address. */
  mail: { network: rate(15, 4), key: rate(3, 0.2), overall: rate(120, 60) },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;
