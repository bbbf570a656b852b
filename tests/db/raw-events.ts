import { randomUUID } from 'node:crypto';
import { insertRows } from '#db/engine/write.ts';
import { chainHash } from '#db/log/hash-chain.ts';
import { EventLog, Vault } from '#db/engine/sqlite/event-log.ts';
import { runSqliteWrites } from '#db/engine/sqlite/sqlite.ts';
import { newPersonKey } from '#db/log/personal-data.ts';
import { NOW } from '../events/facts.ts';
import { openIn, withDatabase } from './folder.ts';

/** An event as a program of any time stored it, with its personal data readable. */
export interface RawEvent {
  readonly stream: string;
  readonly type: string;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Appends events to the log of a folder as they are, with personal data under keys of the folder. */
export function appendRaw(folder: string, events: readonly RawEvent[]): void {
  void openIn(folder).close();
  withDatabase(folder, (db) => {
    const vault = new Vault(db);
    const log = new EventLog(db);
    const persons = new Map<string, string>();
    const revisions = new Map<string, number>();
    const sealed = (stream: string, data: RawEvent['data']) => {
      if (!('person' in data)) return data;
      const known = persons.get(String(data['person']));
      const person = known ?? randomUUID();
      if (known === undefined) runSqliteWrites(db, [insertRows('person_keys', [{ person, key: newPersonKey() }])]);
      persons.set(String(data['person']), person);
      return {
        ...data,
        person,
        ...('personal' in data && { personal: vault.seal(person, stream, data['personal']) }),
      };
    };
    db.transaction(() => {
      for (const { stream, type, version, data } of events) {
        const head = log.head();
        const position = head.position + 1;
        const revision = (revisions.get(stream) ?? 0) + 1;
        revisions.set(stream, revision);
        const id = `event-${position}`;
        const text = JSON.stringify(sealed(stream, data));
        const origin = { correlation: 'a test', causation: null };
        const row = { position, stream, revision, id, type, version, at: NOW + position, ...origin, data: text };
        runSqliteWrites(db, [insertRows('events', [{ ...row, hash: chainHash(head.hash, row) }])]);
      }
    })();
  });
}
