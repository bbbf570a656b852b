import type { Schema } from '../disk/migrate.ts';

/** The tables of the sandbox payment provider, which only a site without a real one has. */
export const SANDBOX_SCHEMA: Schema = {
  name: 'sandbox',
  migrations: {
    '2026-11-27-first': `
      CREATE TABLE sandbox_checkouts (
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
      CREATE INDEX sandbox_checkouts_settling ON sandbox_checkouts (settles_at) WHERE settles_at IS NOT NULL;
      CREATE TABLE sandbox_payments (
        id TEXT PRIMARY KEY,
        checkout TEXT NOT NULL,
        amount INTEGER NOT NULL,
        currency TEXT NOT NULL,
        failing_refunds INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sandbox_payments_checkout ON sandbox_payments (checkout);
      CREATE TABLE sandbox_refunds (
        key TEXT PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        payment TEXT NOT NULL,
        amount INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sandbox_refunds_payment ON sandbox_refunds (payment);
      CREATE TABLE sandbox_notices (
        id TEXT PRIMARY KEY,
        checkout TEXT NOT NULL,
        payment TEXT,
        due_at INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sandbox_notices_due ON sandbox_notices (due_at);
      CREATE TABLE sandbox_disputes (
        payment TEXT PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        amount INTEGER NOT NULL,
        state TEXT NOT NULL,
        due_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
  },
};
