import type { Rate } from './token-buckets.ts';

/** How often one thing may be asked for. What is left out has no limit. */
export interface Policy {
  /** By the client's narrowest network; each wider one has a multiple of it (`server/http/client-address.ts`). */
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
  /** Trying a password; the key is the account, or the address that was typed. */
  signIn: { network: rate(60, 20), key: rate(15, 2), overall: rate(600, 600) },
  /** The same from a browser in which that account was signed in before: no attack elsewhere keeps its owner out. */
  signInAgain: { key: rate(15, 2) },
  register: { network: rate(60, 10), overall: rate(240, 120) },
  /** Whatever sends a mail to an address that somebody typed; the key is that address, or the account. */
  mail: { network: rate(60, 10), key: rate(5, 0.5), overall: rate(240, 120) },
  /** Showing the secret of a link. */
  link: { network: rate(60, 20), overall: rate(600, 600) },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;
