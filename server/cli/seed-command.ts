import { parseArgs } from 'node:util';
import { startFailureOf } from '#db/disk/start-failure.ts';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import { type CivilDate, addDays, daysBetween, isCivilDate } from '#shared/civil-date.ts';
import { type Config, ConfigError, loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/environment.ts';
import { CUSTOMER_PASSWORD } from '../seed/accounts.ts';
import { BOOKINGS_A_DAY, FIRST_DATE, type ShopPlan, daysFor, makeShop } from '../seed/make-shop.ts';
import { OWNER } from '../seed/owner.ts';
import { SeedRefused } from '../seed/shop.ts';
import { progressOn } from './progress.ts';

const DEFAULTS = { bookings: '200', users: '100', seed: '1' } as const;

const USAGE = `Usage: npm run seed -- [options]

Makes a shop to look at: customers, bookings, payments and refunds of many days, recorded by the site's
own commands on a clock of their own. No mail is sent and no money moves.

  --bookings N    How many bookings, from hold to visit (${DEFAULTS.bookings}). Visitors make ${BOOKINGS_A_DAY} a day and pay for a third
                  of them, because one crew has two units a day to sell: 200 take 40 days, 10,000 take
                  five and a half years, 100,000 take 55 years. The story ends today and begins as many
                  days earlier, not before ${FIRST_DATE.slice(0, 4)}.
  --users N       How many accounts, the owner's included (${DEFAULTS.users}).
  --until DATE    The last date of the story, as 2026-03-31; today when it is not given.
  --seed NUMBER   Another number makes another shop (${DEFAULTS.seed}). The same options make the same: the same events
                  with the same data at the same instants, but for ids, keys and tokens, which are random.
                  Today is an exception: the story ends now, so that its last day depends on the hour.
  --data FOLDER   Where to make it; DATA_FOLDER, or ./data, when it is not given. A folder whose log has
                  events is refused. A run that is cut off leaves half a shop: remove its folder.
  --help          This text.`;

/** The exit code for wrong arguments. */
const MISUSED = 2;

const MOST_USERS = 1_000_000;

/** The arguments are wrong. The message names the option. */
class Misused extends Error {}

interface Asked {
  readonly plan: ShopPlan;
  readonly config: Config;
}

const options = {
  bookings: { type: 'string', default: DEFAULTS.bookings },
  users: { type: 'string', default: DEFAULTS.users },
  seed: { type: 'string', default: DEFAULTS.seed },
  until: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new Misused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function wholeNumber(
  option: string,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new Misused(`--${option} ${text}: use a whole number from ${from} to ${to}.`);
}

function lastDate(text: string | undefined, today: CivilDate): CivilDate {
  if (text === undefined) return today;
  if (!isCivilDate(text)) throw new Misused(`--until ${text}: use a date like ${today}.`);
  if (text > today) throw new Misused(`--until ${text}: use today, ${today}, or an earlier date.`);
  return text;
}

/** What the arguments ask for. Throws `Misused`, `SeedRefused` and `ConfigError`. */
function askedBy(values: ReturnType<typeof valuesOf>, now: number): Asked {
  const environment = readEnvironment();
  if (environment['NODE_ENV'] === 'production')
    throw new SeedRefused('NODE_ENV is production: made-up customers do not belong there.');
  const config = loadConfig({ ...environment, ...(values.data !== undefined && { DATA_FOLDER: values.data }) });
  const today = civilDateAt(now, config.timeZone);
  const until = lastDate(values.until, today);
  const most = daysBetween(FIRST_DATE, until) * BOOKINGS_A_DAY;
  if (daysFor(0) > daysBetween(FIRST_DATE, until))
    throw new Misused(`--until ${until}: use a later date, the story needs ${daysFor(0)} days.`);
  const bookings = wholeNumber('bookings', values.bookings, { from: 0, to: most });
  const users = wholeNumber('users', values.users, { from: 1, to: MOST_USERS });
  const seed = wholeNumber('seed', values.seed, { from: 0, to: 4_294_967_295 });
  const midnight = instantOf(addDays(until, 1), 0, config.timeZone);
  return { config, plan: { bookings, users, seed, until, end: Math.min(now, midnight) } };
}

function count(number: number): string {
  return number.toLocaleString('en');
}

/** A path as a word of a shell's command line. */
function quoted(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

async function make({ config, plan }: Asked): Promise<void> {
  const progress = progressOn(process.stderr, 'Making', 'bookings and users');
  const total = plan.bookings + plan.users;
  const begin = performance.now();
  const { bookings, users, events, since } = await makeShop(config, plan, (made) =>
    progress.reached(made, total),
  ).finally(() => progress.done());
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${count(bookings)} bookings and ${count(users)} users from ${since} to ${plan.until}: ${count(events)} events, made in ${seconds} s.

Start the server on it:   DATA_FOLDER=${quoted(config.dataFolder)} npm start
Sign in as the owner:     ${OWNER.email}, password: ${OWNER.password}
Any customer's password:  ${CUSTOMER_PASSWORD}`);
}

/** The message of an error that the person at the keyboard can act on; null for a fault of the program. */
function wordsOf(error: unknown): string | null {
  if (error instanceof SeedRefused || error instanceof ConfigError) return error.message;
  return startFailureOf(error)?.message ?? null;
}

/** Runs the command with these arguments. Resolves with the process's exit code: 0 for success. */
export async function runSeed(args: readonly string[], now: number = Date.now()): Promise<number> {
  try {
    const values = valuesOf(args);
    if (values.help) console.log(USAGE);
    else await make(askedBy(values, now));
    return 0;
  } catch (error) {
    if (error instanceof Misused) {
      console.error(`${error.message}\n\n${USAGE}`);
      return MISUSED;
    }
    const words = wordsOf(error);
    if (words === null) throw error;
    console.error(words);
    return 1;
  }
}
