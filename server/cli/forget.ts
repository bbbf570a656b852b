import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { UserRow } from '#db/projections/users.ts';
import { userById } from '#db/queries/accounts/accounts.ts';
import { type Customer, customerBookings } from '#db/queries/accounts/customer-bookings.ts';
import { type FoundPerson, findPerson, forgetPerson, forgettingKeys } from '../accounts/jobs/forget-person.ts';
import type { Queries } from '#db/tables.ts';
import { civilDateAt } from '#events/business-time.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { ALL_CLAIMS } from '#shared/booking/session-type.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';
import { UsageError, type Result, print } from './command.ts';
import { runAsJobs, withQueries } from './job-request.ts';

const REASONS: Readonly<Record<string, string>> = {
  'last-admin': 'This is the only admin: make another one first.',
  'changed-meanwhile': 'The account changed meanwhile. Run the command again.',
  'terms-changed': 'A visit can no longer be canceled as it could a moment ago. Run the command again.',
  invalid: 'Visits are ahead: add --visits keep, or --visits cancel.',
};

/** More than two visits a day on 60 bookable days can be. */
const MOST_AHEAD = 160;

/** Visits of today and later: the account's own, and guests' with its confirmed address. */
function ofToday(db: Queries, { id, verified, email_key }: UserRow) {
  const today = civilDateAt(Date.now(), loadConfig(readEnvironment()).timeZone);
  const customer: Customer = verified === 1 && email_key !== null ? [id, email_key] : [id];
  const moment = { today, claimsNotOver: ALL_CLAIMS };
  return customerBookings(db, customer, moment, { filter: 'upcoming', limit: MOST_AHEAD });
}

/** Returns whether the account has visits ahead. */
async function describe(db: Queries, { account, bookings }: FoundPerson): Promise<boolean> {
  const say = (words: string) => print(process.stderr, words);
  const user = account === null ? undefined : await userById(db, account);
  if (user) say(`Account ${user.id}: ${user.name ?? 'forgotten'}, ${user.email ?? 'no address'}.`);
  const ahead = user ? await ofToday(db, user) : [];
  for (const { id, date, claim } of ahead) say(`  A visit is ahead: ${referenceOf(id)} on ${date}, ${claim}.`);
  for (const id of bookings) {
    const row = await bookingById(db, id);
    say(
      `Booking ${referenceOf(id)} of a guest, on ${row?.date}: ${row?.name ?? 'forgotten'}, ${row?.email ?? 'no address'}.`,
    );
  }
  return ahead.length > 0;
}

/** Without a terminal, the input may end without a response. */
async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const end = once(terminal, 'close').then(() => '');
  try {
    return (await Promise.race([terminal.question(`${question} Type yes: `), end])).trim() === 'yes';
  } finally {
    terminal.close();
  }
}

export function visitsChoice(text: string): VisitsChoice {
  if (text === 'keep' || text === 'cancel') return text;
  throw new UsageError('use keep or cancel.');
}

interface Asked {
  readonly visits: VisitsChoice | null;
  readonly hasAgreed: boolean;
}

export async function forget(words: string, { visits, hasAgreed }: Asked): Promise<Result> {
  const person = await withQueries(async (db) => {
    const found = await findPerson(db, words);
    if (found === null)
      throw new Error(
        'No person found. Use an email address, the id of an account, or the id or reference of a booking.',
      );
    if ((await describe(db, found)) && visits === null) throw new UsageError(REASONS['invalid']);
    return found;
  });
  if (!hasAgreed && !(await agrees('This cannot be undone. Forget them?'))) throw new Error('Nothing was changed.');
  const ended = await runAsJobs(forgetPerson, forgettingKeys(person, visits));
  const codes = new Set(ended.flatMap(({ code }) => code ?? []));
  const problems = Array.from(codes, (code) => REASONS[code] ?? `It was refused: ${code}.`);
  const later = await withQueries(async (db) => {
    const rows = await Promise.all(person.bookings.map((id) => bookingById(db, id)));
    return rows.flatMap((row) => (row && row.email !== null ? row.id : []));
  });
  const lines = later.map(
    (id) => `The visit of ${referenceOf(id)} is ahead: its customer is forgotten once it is over.`,
  );
  if (problems.length === 0 && (person.account !== null || later.length < person.bookings.length))
    lines.push('Forgotten. Photos are deleted next, backups after two days; mail that was sent is out of reach.');
  return { lines, problems };
}
