import { EventLog, type EventRow } from '../log/event-log.ts';
import type { Head } from '../log/hash-chain.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';
import type { FollowerRows, VaultSnapshot } from './vault-snapshot.ts';

/** Events read at once: few enough that no request waits for them. */
const BATCH = 200;

/** What of an open log and vault goes into the archive. */
export class ArchiveSource {
  readonly #log: EventLog;
  readonly #logFile: SqliteDatabase;
  readonly #vaultFile: SqliteDatabase;
  readonly #vaultState;
  readonly #followers;

  constructor(logFile: SqliteDatabase, vaultFile: SqliteDatabase) {
    this.#log = new EventLog(logFile);
    this.#logFile = logFile;
    this.#vaultFile = vaultFile;
    this.#vaultState = vaultFile.prepare<[], number>('SELECT state FROM shop').pluck();
    this.#followers = logFile
      .prepare<[], string>(
        `SELECT (SELECT group_concat(position) FROM checkpoints) || ':' ||
           (SELECT count(*) || '-' || coalesce(sum(attempts), 0) FROM postponed)`,
      )
      .pluck();
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

  /** Equal to an earlier value only if a snapshot would have the same content, but for the end of the log. */
  get vaultStamp(): string {
    return `${this.#vaultState.get() ?? 0}:${this.#followers.get() ?? ''}`;
  }

  /** Copies the vault as it is now. */
  snapshot(): VaultSnapshot {
    const rows = <Row>(sql: string) => this.#logFile.prepare<[], Row>(sql).all();
    const followers: FollowerRows = {
      checkpoints: rows('SELECT follower, position FROM checkpoints'),
      postponed: rows('SELECT follower, position, lane, attempts, due, done FROM postponed'),
    };
    const [keysLostUntil = 0] = this.#logFile.prepare<[], number>('SELECT keys_lost_until FROM shop').pluck().all();
    return { shop: this.shop, log: this.head, keysLostUntil, followers, vault: this.#vaultFile.serialize() };
  }
}
