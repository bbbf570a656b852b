import { accountOf } from '#events/account/account.ts';
import { bookingOf } from '#events/booking/booking.ts';
import { Credentials } from '../vault/credentials.ts';
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
 * Removes from the copy of an older vault what the log says was forgotten since: keys, credentials and links; and every secret calendar
 * address, as one that was removed or replaced since would be good again.
 */
export function forgetAgain(db: SqliteDatabase): void {
  const persons = db.prepare<[], string>(PERSONS).pluck().all();
  const streams = db.prepare<[string], string>('SELECT stream FROM events WHERE type = ?').pluck();
  db.transaction(() => {
    const removeKey = db.prepare<[string]>('DELETE FROM person_keys WHERE person = ?');
    for (const person of persons) removeKey.run(person);
    new ManageLinks(db).forget(streams.all('CustomerForgotten').map(bookingOf));
    const credentials = new Credentials(db);
    for (const stream of streams.all('AccountDeleted')) credentials.forget(accountOf(stream));
    db.prepare("DELETE FROM link_tokens WHERE purpose = 'calendar-feed'").run();
  })();
}
