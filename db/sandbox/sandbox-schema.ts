/** The tables of the sandbox payment provider, one step a version. */
export const SANDBOX_STEPS: readonly string[] = [
  `
  CREATE TABLE checkouts (
    number INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    booking TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    description TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    return_url TEXT NOT NULL,
    cancel_url TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'complete', 'expired')),
    pays_late INTEGER NOT NULL DEFAULT 0,
    settles_at INTEGER
  ) STRICT;
  CREATE INDEX checkouts_settling ON checkouts (settles_at) WHERE settles_at IS NOT NULL;
  CREATE TABLE payments (
    id TEXT PRIMARY KEY,
    checkout TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    failing_refunds INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX payments_checkout ON payments (checkout);
  CREATE TABLE refunds (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    payment TEXT NOT NULL,
    amount INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX refunds_payment ON refunds (payment);
  CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    checkout TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX notices_due ON notices (due_at);
`,
  `
  ALTER TABLE notices ADD COLUMN payment TEXT;
  CREATE TABLE disputes (
    payment TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    amount INTEGER NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
];
