import { formatCount } from '#shared/format-count.ts';
import { loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';
import { CUSTOMER_PASSWORD, OWNER } from '../seed/customers.ts';
import { SeedRefused, makeShop } from '../seed/make-shop.ts';
import { command, runCommand, wholeNumber } from './command.ts';
import { showProgress } from './progress.ts';

const HOUR = 3_600_000;

export function runSeed(args: readonly string[], now: number = Date.now()): Promise<number> {
  const declared = command({
    about: `Creates a sample shop: customers, bookings, payments and refunds of many days, recorded by the site's
own commands on a simulated clock. No mail is sent and no money moves.`,
    help: '',
    options: {
      bookings: {
        value: 'N',
        parse: wholeNumber(0, 100_000),
        help: `How many bookings, from hold to visit (200). Visitors make 5 a day and pay for a third of them,
because one crew has two units a day to sell: 10,000 take five and a half years. The last
day is today.`,
      },
      users: {
        value: 'N',
        parse: wholeNumber(1, 1_000_000),
        help: "How many accounts, the owner's included (100).",
      },
      seed: {
        value: 'NUMBER',
        parse: wholeNumber(0, 4_294_967_295),
        help: `Another number makes another shop (1). In the same hour, the same options make the same shop
but for ids, keys and tokens, which are random.`,
      },
      data: {
        value: 'FOLDER',
        help: `Where to make it (DATA_FOLDER, or ./data). A folder whose log has events is refused. If the
command is interrupted, remove the folder.`,
      },
    },
    async run({ bookings = 200, users = 100, seed = 1, data }) {
      const environment = readEnvironment();
      if (environment['NODE_ENV'] === 'production')
        throw new SeedRefused('NODE_ENV is production. Seed a shop outside of production only.');
      const config = loadConfig({ ...environment, ...(data !== undefined && { DATA_FOLDER: data }) });
      const progress = showProgress('Making', 'bookings and users');
      const onProgress = (number: number) => progress.reached(number, bookings + users);
      const plan = { bookings, users, seed, end: now - (now % HOUR) };
      const made = await makeShop(config, plan, onProgress).finally(() => progress.done());
      const counted = `${formatCount(made.bookings)} bookings and ${formatCount(made.users)} users`;
      const folder = config.dataFolder.replaceAll("'", String.raw`'\''`);
      return {
        lines: [
          `${counted} since ${made.since}: ${formatCount(made.events)} events.`,
          '',
          `Start the server on it:   DATA_FOLDER='${folder}' npm start`,
          `Sign in as the owner:     ${OWNER.email}, password: ${OWNER.password}`,
          `Any customer's password:  ${CUSTOMER_PASSWORD}`,
        ],
      };
    },
  });
  return runCommand('npm run seed --', declared, args);
}
