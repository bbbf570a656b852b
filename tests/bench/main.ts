/** Speed of the built product: `npm run bench -- [name...] [--against FOLDER] [--quick] [--bookings N] [--users N]`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { engines } from './engines.ts';
import { holds, refusals } from './holds.ts';
import { idle } from './idle.ts';
import type { Measurement } from './measurement.ts';
import { pages } from './pages.ts';
import { shop } from './shop.ts';
import { start } from './start.ts';
import { table } from './table.ts';

const measurements: readonly Measurement[] = [holds, refusals, idle, start, shop, pages, engines];

/** Ten years of a shop, in about 150,000 events. */
const SHOP = { bookings: 18_000, users: 5000 };
const QUICK_SHOP = { bookings: 300, users: 200 };

const PRESENT = join(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    bookings: { type: 'string' },
    users: { type: 'string' },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const unknown = positionals.filter((name) => measurements.every((measurement) => measurement.name !== name));
if (unknown.length > 0)
  fail(`There is no ${unknown.join(', ')}. There are: ${measurements.map(({ name }) => name).join(', ')}.`);

const older = values.against === undefined ? [] : [{ folder: resolve(values.against) }];
const unbuilt = older.find(({ folder }) => !existsSync(join(folder, 'dist/server/main.js')));
if (unbuilt) fail(`${unbuilt.folder} has no dist/server/main.js. Run \`npm ci && npm run build\` there.`);

const { bookings, users } = values.quick ? QUICK_SHOP : SHOP;
const options = {
  quick: values.quick,
  builds: [{ folder: PRESENT }, ...older],
  bookings: Number(values.bookings ?? bookings),
  users: Number(values.users ?? users),
};

for (const measurement of measurements) {
  if (positionals.length > 0 && !positionals.includes(measurement.name)) continue;
  for (const measured of await measurement.run(options)) console.log(`\n${table(measured)}`);
}
