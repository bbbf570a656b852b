import type { Generated, Kysely } from 'kysely';
import type { EventRow } from './log/hash-chain.ts';
import type { JobState } from './jobs.ts';
import type { Rows } from './projections/index.ts';
import type { LinkPurpose } from './queries/accounts/accounts.ts';

/** Those of projections have the name of the projection. */
export interface Tables extends Rows {
  events: EventRow;
  jobs: {
    id: Generated<number>;
    kind: string;
    key: string;
    order_key: string | null;
    due: number;
    state: Generated<JobState>;
    attempts: Generated<number>;
    code: string | null;
    position: number | null;
    at: number;
    ended_at: number | null;
    dismissed_by: string | null;
    dismissed_at: number | null;
    dismissed_reason: string | null;
    leased_until: Generated<number>;
  };
  projection_sets: { suffix: string; folded_to: number; is_served: 0 | 1; is_stale: 0 | 1 };
  person_keys: { person: string; key: Buffer };
  sold_units: { date: string; unit: string; booking: string };
  idempotency: { key: string; body: string; answer: string; at: number };
  addresses: { address: string; account: string };
  passwords: { account: string; hash: string; signed_in_at: number | null };
  sign_ins: {
    token: string;
    id: string;
    account: string;
    device: string;
    signed_in_at: number;
    previous_at: number | null;
    seen_at: number;
    expires_at: number;
  };
  link_tokens: { token: string; account: string; purpose: LinkPurpose; subject: string | null; expires_at: number };
  manage_links: { token: string; booking: string; generation: number };
  /** `replaced`: 1 if the browser holds another time since, its `successor`. */
  unpaid_holds: {
    booking: string;
    date: string;
    holder: string;
    until: number;
    replaced: 0 | 1;
    successor: string | null;
  };
  /** `settles_at`: when a late payment arrives. */
  sandbox_checkouts: { id: string; key: string; settles_at: number | null; content: string };
  sandbox_notices: { id: string; checkout: string; due_at: number; failures: number };
  vitals: { day: string; page: string; vital: string; bucket: number; views: number };
}

/** Reads what is committed and cannot write. */
export type Queries = Kysely<Tables>;
