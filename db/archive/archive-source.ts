import { EventLog, type EventRow } from '../log/event-log.ts';
import type { Head } from '../log/hash-chain.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';
import { ARCHIVED_TABLES, type TableRow, type VaultSnapshot } from './vault-snapshot.ts';

/** Events read at once: few enough that no request waits for them. */
const BATCH = 200;

/** What of an open database goes into the archive. */
export class ArchiveSource {
  readonly #log: EventLog;
  readonly #db: SqliteDatabase;
  readonly #changes;

  constructor(db: SqliteDatabase) {
    this.#log = new EventLog(db);
    this.#db = db;
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  }

  /** Id of the site. */
  get shop(): string {
    return this.#log.shop;
  }

  /** The end of the log. */
  get head(): Head {
    return this.#log.head();
  }

  /** The hash of the event at a position; null when there is none. */
  hashAt(position: number): string | null {
    return this.#log.hashAt(position);
  }

  /** The events after a position through another, in batches that are read when they are asked for. */
  *batches({ after, through }: { readonly after: number; readonly through: number }): Generator<EventRow[], void> {
    for (let position = after; position < through;) {
      const rows = this.#log.readAfter(position, Math.min(BATCH, through - position));
      if (rows.length === 0) return;
      yield rows;
      position += rows.length;
    }
  }

  /** Equal to an earlier value only if nothing was written since. */
  get vaultStamp(): number {
    return this.#changes.get() ?? 0;
  }

  /** Copies what no event can restore, as it is now. */
  snapshot(): VaultSnapshot {
    const rowsOf = (table: string) => this.#db.prepare<[], TableRow>(`SELECT * FROM ${table}`).all();
    const tables = Object.fromEntries(ARCHIVED_TABLES.map((table) => [table, rowsOf(table)]));
    return { shop: this.shop, log: this.head, tables };
  }
}
