import { accountOf } from '#events/account/account.ts';
import { bookingOf } from '#events/booking/booking.ts';
import { Credentials } from './credentials.ts';
import { ManageLinks } from '../log/manage-links.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';

/**
 * Persons who were forgotten: customers of bookings, and owners of deleted accounts. The `+` makes SQLite look a registration up by its
 * stream: by its type it would read all registrations for each deleted account.
 */
const PERSONS = `
  SELECT json_extract(data, '$.person') FROM events WHERE type = 'CustomerForgotten'
  UNION
  SELECT json_extract(registered.data, '$.person') FROM events deleted
    JOIN events registered ON registered.stream = deleted.stream AND +registered.type = 'AccountRegistered'
    WHERE deleted.type = 'AccountDeleted'`;

/**
 * Removes from an older vault what the log says was forgotten since: keys, credentials and links; and every secret calendar address, as
 * one that was removed or replaced since would be good again. Its change count stays the same, so that it still counts as older until it
 * is accepted.
 */
export function forgetAgain(log: SqliteDatabase, vault: SqliteDatabase): void {
  const persons = log.prepare<[], string>(PERSONS).pluck().all();
  const streams = log.prepare<[string], string>('SELECT stream FROM events WHERE type = ?').pluck();
  vault.transaction(() => {
    const state = vault.prepare<[], number>('SELECT state FROM shop').pluck().get();
    const removeKey = vault.prepare<[string]>('DELETE FROM person_keys WHERE person = ?');
    for (const person of persons) removeKey.run(person);
    new ManageLinks(vault).forget(streams.all('CustomerForgotten').map(bookingOf));
    const credentials = new Credentials(vault);
    for (const stream of streams.all('AccountDeleted')) credentials.forget(accountOf(stream));
    vault.prepare("DELETE FROM link_tokens WHERE purpose = 'calendar-feed'").run();
    vault.prepare('UPDATE shop SET state = ?').run(state ?? 0);
  })();
}
