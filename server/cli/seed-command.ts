import { civilDateAt, instantOf } from '#events/business-time.ts';
import { type CivilDate, addDays, daysBetween, isCivilDate } from '#shared/civil-date.ts';
import { formatCount } from '#shared/format-count.ts';
import { type Config, loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/environment.ts';
import { CUSTOMER_PASSWORD } from '../seed/accounts.ts';
import { BOOKINGS_A_DAY, FIRST_DATE, type ShopPlan, daysFor, makeShop } from '../seed/make-shop.ts';
import { OWNER } from '../seed/owner.ts';
import { SeedRefused } from '../seed/shop.ts';
import { UsageError, type Result, command, runCommand, wholeNumber } from './command.ts';
import { showProgress } from './progress.ts';

const DEFAULTS = { bookings: 200, users: 100, seed: 1 } as const;

interface Asked {
  readonly bookings?: number | undefined;
  readonly users?: number | undefined;
  readonly seed?: number | undefined;
  readonly until?: CivilDate | undefined;
  readonly data?: string | undefined;
}

function civilDate(text: string): CivilDate {
  if (isCivilDate(text)) return text;
  throw new UsageError('use a date like 2027-03-09.');
}

/** What to make, and where. Throws `UsageError`, `SeedRefused` and `ConfigError`. */
function planned(asked: Asked, now: number): { readonly plan: ShopPlan; readonly config: Config } {
  const environment = readEnvironment();
  if (environment['NODE_ENV'] === 'production')
    throw new SeedRefused('NODE_ENV is production: made-up customers do not belong there.');
  const config = loadConfig({ ...environment, ...(asked.data !== undefined && { DATA_FOLDER: asked.data }) });
  const today = civilDateAt(now, config.timeZone);
  const { bookings = DEFAULTS.bookings, users = DEFAULTS.users, seed = DEFAULTS.seed, until = today } = asked;
  if (until > today) throw new UsageError(`--until ${until}: use today, ${today}, or an earlier date.`);
  const days = daysBetween(FIRST_DATE, until);
  if (daysFor(0) > days)
    throw new UsageError(`--until ${until}: use a later date, the story needs ${daysFor(0)} days.`);
  if (bookings > days * BOOKINGS_A_DAY)
    throw new UsageError(`--bookings ${bookings}: use a whole number from 0 to ${days * BOOKINGS_A_DAY}.`);
  const midnight = instantOf(addDays(until, 1), 0, config.timeZone);
  return { config, plan: { bookings, users, seed, until, end: Math.min(now, midnight) } };
}

/** A path as a word of a shell's command line. */
function quoted(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

async function make(asked: Asked, now: number): Promise<Result> {
  const { config, plan } = planned(asked, now);
  const progress = showProgress('Making', 'bookings and users');
  const total = plan.bookings + plan.users;
  const begin = performance.now();
  const made = await makeShop(config, plan, (number) => progress.reached(number, total)).finally(() => progress.done());
  const { bookings, users, events, since } = made;
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  return {
    lines: [
      `${formatCount(bookings)} bookings and ${formatCount(users)} users from ${since} to ${plan.until}: ${formatCount(events)} events, made in ${seconds} s.`,
      '',
      `Start the server on it:   DATA_FOLDER=${quoted(config.dataFolder)} npm start`,
      `Sign in as the owner:     ${OWNER.email}, password: ${OWNER.password}`,
      `Any customer's password:  ${CUSTOMER_PASSWORD}`,
    ],
    data: { bookings, users, events, since },
  };
}

/** Runs the command with these arguments. Resolves with the process's exit code. */
export function runSeed(args: readonly string[], now: number = Date.now()): Promise<number> {
  const seed = command({
    about: `Makes a shop to look at: customers, bookings, payments and refunds of many days, recorded by the site's
own commands on a clock of their own. No mail is sent and no money moves.`,
    help: '',
    options: {
      bookings: {
        value: 'N',
        parse: wholeNumber(0),
        help: `How many bookings, from hold to visit (${DEFAULTS.bookings}). Visitors make ${BOOKINGS_A_DAY} a day and pay for a third
of them, because one crew has two units a day to sell: 200 take 40 days, 10,000 take
five and a half years, 100,000 take 55 years. The story ends today and begins as many
days earlier, not before ${FIRST_DATE.slice(0, 4)}.`,
      },
      users: {
        value: 'N',
        parse: wholeNumber(1, 1_000_000),
        help: `How many accounts, the owner's included (${DEFAULTS.users}).`,
      },
      until: { value: 'DATE', parse: civilDate, help: 'The last date of the story, as 2026-03-31 (today).' },
      seed: {
        value: 'NUMBER',
        parse: wholeNumber(0, 4_294_967_295),
        help: `Another number makes another shop (${DEFAULTS.seed}). The same options make the same: the same events
with the same data at the same instants, but for ids, keys and tokens, which are random.
Today is an exception: the story ends now, so that its last day depends on the hour.`,
      },
      data: {
        value: 'FOLDER',
        help: `Where to make it (DATA_FOLDER, or ./data). A folder whose log has events is refused. A run
that is cut off leaves half a shop: remove its folder.`,
      },
    },
    run: (asked) => make(asked, now),
  });
  return runCommand('npm run seed --', seed, args);
}
