import { openStore } from '#db/open-store.ts';
import type { Store } from '#db/store.ts';
import { userById } from '#db/projections/users.ts';
import { bookingById } from '#db/projections/bookings.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { type FoundPerson, findPerson } from '../accounts/find-person.ts';
import { forgetPerson } from '../accounts/forget-person.ts';
import { openMail } from '../outside/mail/open-mail.ts';
import { systemClock } from '../process/clock.ts';
import { type Config, loadConfig } from '../process/config.ts';
import { JOBS } from '../jobs.ts';
import { readEnvironment } from '../process/environment.ts';
import { agrees } from './agree.ts';
import { logFolder } from './data-folder.ts';
import { EXIT, type Given, Misused, type Verb, count, printJson, textIn } from './verb.ts';

const REASONS: Readonly<Record<string, string>> = {
  'last-admin': 'This is the only admin: make another one first.',
  'changed-meanwhile': 'The account changed meanwhile. Run the command again.',
  'terms-changed': 'A visit can no longer be canceled as it could a moment ago. Run the command again.',
};

function choiceIn(given: Given): VisitsChoice | null {
  const text = textIn(given, 'visits');
  if (text === undefined || text === 'keep' || text === 'cancel') return text ?? null;
  throw new Misused(`--visits ${text}: use keep or cancel.`);
}

/** Prints who was found. */
async function describe(store: Store, { account, bookings, ahead }: FoundPerson): Promise<void> {
  const { db } = store;
  const user = account === null ? undefined : await userById(db, account);
  if (account !== null)
    console.log(`Account ${account}: ${user?.name ?? 'forgotten'}, ${user?.email ?? 'no address'}.`);
  for (const { eventId, date, claim, outcome } of ahead)
    console.log(
      `  A visit is ahead: ${referenceOf(eventId)} on ${date}, ${claim}. Canceled now: ${outcome ?? 'it has begun'}.`,
    );
  for (const id of bookings) {
    const row = await bookingById(db, id);
    console.log(
      `Booking ${referenceOf(id)} of a guest, on ${row?.date}: ${row?.name ?? 'forgotten'}, ${row?.email ?? 'no address'}.`,
    );
  }
}

interface Forgetting {
  readonly store: Store;
  readonly config: Config;
  readonly given: Given;
  readonly visits: VisitsChoice | null;
}

async function forgetIn({ store, config, given, visits }: Forgetting): Promise<number> {
  const [words = ''] = given.names;
  const { mailer } = openMail(config, systemClock);
  const dependencies = { store, clock: systemClock, config, mailer };
  const person = await findPerson(dependencies, words);
  if (person === null) {
    console.error(
      'No person was found by this. Use an email address, the id of an account, or the id or reference of a booking.',
    );
    return EXIT.wrong;
  }
  if (!given.isJson) await describe(store, person);
  if (person.ahead.length > 0 && visits === null)
    throw new Misused(
      `${count(person.ahead.length, 'visit is', 'visits are')} ahead: add --visits keep, or --visits cancel.`,
    );
  if (given.options['yes'] !== true && !(await agrees('This cannot be undone. Forget them?'))) {
    console.error('Nothing was changed.');
    return EXIT.wrong;
  }
  const cause = { correlation: 'npm run events -- forget' };
  const { bookings, later } = await forgetPerson(dependencies, person, visits, cause);
  if (given.isJson) {
    printJson({ account: person.account, bookings, later });
    return EXIT.done;
  }
  for (const id of later)
    console.log(`The visit of ${referenceOf(id)} is ahead: its customer is forgotten once it is over.`);
  console.log(
    `Forgotten: ${person.account === null ? '' : 'the account and '}${count(bookings.length, 'booking')}. The next start deletes their photos. Backups and mail that was sent are out of reach.`,
  );
  return EXIT.done;
}

async function run(given: Given): Promise<number> {
  const visits = choiceIn(given);
  const folder = logFolder();
  const config = loadConfig(readEnvironment());
  const store = await openStore({
    folder,
    now: Date.now,
    jobSources: JOBS,
    report: (message) => console.error(message),
  });
  try {
    return await forgetIn({ store, config, given, visits });
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw new Error(REASONS[error.refusal] ?? `It was refused: ${error.refusal}.`, { cause: error });
  } finally {
    store.close();
  }
}

export const forget: Verb = {
  words: '<person> [--visits keep|cancel] [--yes]',
  about: 'Forgets a person: keys, rows, files.',
  help: `Finds a person by email address, by the id of an account, or by the id or reference of a booking, and forgets them as the
deletion of an account does. An account is ended; its visits ahead are kept until they are over, or canceled by
their rules, whose refunds and mail the server takes care of. Needs the data folder for itself: stop the server
first. Broken off, it is finished by running it again.

  --visits keep|cancel   What becomes of the account's visits ahead, if there are any.
  --yes                  Agrees without being asked.`,
  options: { visits: { type: 'string' }, yes: { type: 'boolean', default: false } },
  names: { least: 1, most: 1 },
  run,
};
