import { EVENTS_COMMAND } from '#db/fatal-error.ts';
import { type Command, EXIT, command, printUsageError, print, runCommand, wholeNumber } from './command.ts';
import { doctor } from './doctor.ts';
import { exportEvents } from './export.ts';
import { forget, visitsChoice } from './forget.ts';
import {
  SHOWN,
  copyToPostgres,
  eventType,
  expectedEvent,
  rebuild,
  restore,
  show,
  status,
  verify,
} from './log-commands.ts';

const RANGE = {
  from: { value: 'N', parse: wholeNumber(1), help: 'The first position.' },
  to: { value: 'N', parse: wholeNumber(1), help: 'The last position.' },
} as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  doctor: command({
    about: 'Checks every setting, key and outside service of this installation.',
    help: `Opens and closes a checkout at Stripe and checks its webhook endpoint. Checks the sender's domain and the webhook at
Resend. Writes, reads, lists and deletes an object. Checks Svix's token, the clock, the disk, the age of the backup, and the
running site at PUBLIC_URL. Sends no mail and moves no money. Exits with 1 if a check FAILED; its line says what to do.`,
    options: {},
    run: doctor,
  }),
  status: command({
    about: 'Prints the state of the log, the projections, the jobs and the backup.',
    help: 'Exits with 1 if something is wrong or the backup is late. Works while the server runs.',
    options: {
      'max-lag': {
        value: 'SECONDS',
        parse: wholeNumber(1),
        help: 'How long an event may wait for its backup (300).',
      },
    },
    run: ({ 'max-lag': maxLagSeconds }) => status(maxLagSeconds),
  }),
  show: command({
    about: 'Prints events as JSON lines, by stream, by type or by position.',
    help: `Prints the last events that match, in the order of the log. Data is shown in the newest schema version, without personal
details. Works while the server runs. Exits with 1 if none matches.`,
    options: {
      stream: { value: 'S', help: 'Only of this stream, such as booking-<id>, day-2027-03-09, account-<id> or roles.' },
      type: { value: 'T', parse: eventType, help: 'Only of this type, such as SlotHeld.' },
      ...RANGE,
      last: { value: 'N', parse: wholeNumber(1), help: `How many at most (${SHOWN}).` },
    },
    run: show,
  }),
  verify: command({
    about: 'Checks every event and every page of the database, and prints what is wrong.',
    help: 'Changes nothing, and works while the server runs.',
    options: {
      expect: {
        value: 'POSITION:HASH',
        parse: expectedEvent,
        help: 'Exits with 1 unless the log has this event. `status`, `verify` and `restore` print such a head, and the\nobject backup/head is one.',
      },
    },
    run: ({ expect }) => verify(expect),
  }),
  rebuild: command({
    about: 'Rebuilds all projections from the log, while the site serves requests.',
    help: 'The running server does the work; if none is running, this command does.',
    options: {},
    run: rebuild,
  }),
  restore: command({
    about: 'Restores the newest backup into an empty data folder.',
    help: `Fetches what Litestream has copied to the object storage, verifies every event, puts halfday.db into DATA_FOLDER, which
must have none, and says how old the last event is. What came later is lost.`,
    options: {
      'at-start': {
        help: `For the command that starts production: restores only if there is a backup and no halfday.db. Exits with 1 if
halfday.db is older than its backup or has another history, and for an empty folder also if the storage doesn't
respond.`,
      },
    },
    run: ({ 'at-start': isAtStart }) => restore(isAtStart),
  }),
  'copy-to-postgres': command({
    about: 'Copies the database of a stopped site into an empty PostgreSQL database.',
    help: `Copies halfday.db of DATA_FOLDER to DATABASE_URL in one transaction, and compares the last hash and the number of rows of every
table. Changes nothing in DATA_FOLDER. If it is interrupted, run it again.`,
    options: {},
    run: copyToPostgres,
  }),
  export: command({
    about: 'Prints events as they are stored, as JSON lines.',
    help: `Personal details stay encrypted. Each event is checked against its hash. Works while the server runs. Exits with 1 if
an event was altered: what was printed is then incomplete.`,
    options: RANGE,
    run: exportEvents,
  }),
  forget: command({
    argument: '<person>',
    about: "Deletes a person's data: the encryption key, rows and photos.",
    help: `Finds a person by email address, by the id of an account, or by the id or reference of a booking, and forgets them as the
deletion of an account does. An account is ended; its visits ahead are kept until they are over, or canceled by
their rules, whose refunds and mail the server takes care of. The running server does the work; if none is running, this
command does. If it is interrupted, run it again.`,
    options: {
      visits: { value: 'keep|cancel', parse: visitsChoice, help: "What becomes of the account's upcoming visits." },
      yes: { help: 'Skips the confirmation.' },
    },
    run: ({ visits, yes }, person) => forget(person, { visits: visits ?? null, hasAgreed: yes }),
  }),
};

const USAGE = `Usage: ${EVENTS_COMMAND} <command>

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(18)}${about}`)
  .join('\n')}
  help              Prints this text; help COMMAND or COMMAND --help that of one command.

The log is the one at DATABASE_URL, or in DATA_FOLDER (./data if that isn't set). Exit codes: 0 success,
1 the command failed or found a problem, 2 wrong arguments.`;

const HELP = new Set(['help', '--help', '-h']);

export async function runEvents([name = '', ...args]: readonly string[]): Promise<number> {
  if (HELP.has(name)) {
    if (args[0] !== undefined && !HELP.has(args[0])) return runEvents([args[0], '--help']);
    print(process.stdout, USAGE);
    return EXIT.ok;
  }
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (named) return runCommand(`${EVENTS_COMMAND} ${name}`, named, args);
  return printUsageError(name === '' ? '' : `There is no command ${name}.`, USAGE);
}
