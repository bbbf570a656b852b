/** SQL by the name of its migration, in the order of the names. */
export interface Schema {
  readonly name: string;
  readonly migrations: Readonly<Record<string, string>>;
}

export const DATABASE_FILE = 'halfday.db';

/** A released migration never changes: add another below it. */
export const SITE_SCHEMA: Schema = {
  name: 'site',
  migrations: {
    // Triggers, because they also bind other programs that open the file.
    '2026-11-27-first': `
      CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        stream TEXT NOT NULL,
        revision INTEGER NOT NULL,
        id TEXT NOT NULL,
        type TEXT NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        correlation TEXT NOT NULL,
        causation TEXT,
        data TEXT NOT NULL,
        hash TEXT NOT NULL,
        UNIQUE (stream, revision)
      ) STRICT;
      -- For the owner's pages of the log.
      CREATE INDEX events_by_type ON events (type);
      CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
      CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;

      -- Tells the log of this site from that of another.
      CREATE TABLE shop (id TEXT NOT NULL) STRICT;
      INSERT INTO shop (id) VALUES (lower(hex(randomblob(16))));

      -- Guards what must be unique or done once, in the append's own transaction.
      CREATE TABLE sold_units (
        date TEXT NOT NULL,
        unit TEXT NOT NULL,
        booking TEXT NOT NULL,
        PRIMARY KEY (date, unit)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE idempotency (
        key TEXT PRIMARY KEY,
        body TEXT NOT NULL,
        answer TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Sets of tables of all projections, which the program creates and drops. The names of the tables end with the suffix,
      -- which begins with the build that folds them. One set is served; another is one that a rebuild fills.
      CREATE TABLE projection_sets (
        suffix TEXT PRIMARY KEY,
        folded_to INTEGER NOT NULL,
        is_served INTEGER NOT NULL,
        is_stale INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Rows of one kind with the same order_key run one at a time, by id. Most have none.
      CREATE TABLE jobs (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        order_key TEXT,
        due INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'parked')),
        attempts INTEGER NOT NULL DEFAULT 0,
        code TEXT,
        position INTEGER,
        at INTEGER NOT NULL,
        ended_at INTEGER,
        dismissed_by TEXT,
        dismissed_at INTEGER,
        dismissed_reason TEXT,
        -- Until when one of several machines has it, in real time. Only PostgreSQL has several.
        leased_until INTEGER NOT NULL DEFAULT 0,
        UNIQUE (key, kind)
      ) STRICT;
      CREATE INDEX jobs_due ON jobs (kind, (attempts > 0), due, id) WHERE state = 'waiting';
      CREATE INDEX jobs_in_order ON jobs (kind, order_key, id) WHERE state = 'waiting' AND order_key IS NOT NULL;
      CREATE INDEX jobs_parked ON jobs (dismissed_at, at) WHERE state = 'parked';
      CREATE INDEX jobs_once_parked ON jobs (kind, state) WHERE code IS NOT NULL;

      CREATE TABLE person_keys (
        person TEXT PRIMARY KEY,
        key BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        secret BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO secrets (name, secret) VALUES ('idempotency', randomblob(32));

      CREATE TABLE addresses (
        address TEXT PRIMARY KEY,
        account TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX addresses_of_account ON addresses (account);
      CREATE TABLE passwords (
        account TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        signed_in_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE sign_ins (
        token TEXT PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        account TEXT NOT NULL,
        device TEXT NOT NULL,
        signed_in_at INTEGER NOT NULL,
        previous_at INTEGER,
        seen_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sign_ins_of_account ON sign_ins (account);
      CREATE INDEX sign_ins_by_end ON sign_ins (expires_at);
      CREATE TABLE link_tokens (
        token TEXT PRIMARY KEY,
        account TEXT NOT NULL,
        purpose TEXT NOT NULL,
        subject TEXT,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX link_tokens_of_account ON link_tokens (account);
      CREATE INDEX link_tokens_by_end ON link_tokens (expires_at);
      CREATE TABLE manage_links (
        token TEXT PRIMARY KEY,
        booking TEXT NOT NULL,
        generation INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX manage_links_of_booking ON manage_links (booking);

      -- How often each page was measured how fast; nothing about any visitor.
      CREATE TABLE vitals (
        day TEXT NOT NULL,
        page TEXT NOT NULL,
        vital TEXT NOT NULL,
        bucket INTEGER NOT NULL,
        views INTEGER NOT NULL,
        PRIMARY KEY (day, page, vital, bucket)
      ) STRICT, WITHOUT ROWID;`,
    '2026-11-29-unpaid-holds': `
      -- For whom unpaid holds count. A job deletes them when the hold ends.
      CREATE TABLE unpaid_holds (
        booking TEXT PRIMARY KEY,
        date TEXT NOT NULL,
        holder TEXT NOT NULL,
        until INTEGER NOT NULL,
        replaced INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;`,
    '2026-11-29-unpaid-holds-successor': `
      ALTER TABLE unpaid_holds ADD COLUMN successor TEXT;`,
  },
};

export const SANDBOX_SCHEMA: Schema = {
  name: 'sandbox',
  migrations: {
    '2026-11-27-first': `
      CREATE TABLE sandbox_checkouts (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        settles_at INTEGER,
        content TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sandbox_checkouts_settling ON sandbox_checkouts (settles_at) WHERE settles_at IS NOT NULL;
      CREATE TABLE sandbox_notices (
        id TEXT PRIMARY KEY,
        checkout TEXT NOT NULL,
        due_at INTEGER NOT NULL,
        failures INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sandbox_notices_due ON sandbox_notices (due_at);`,
  },
};
