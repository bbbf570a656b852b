/** Speed of the built product: `npm run bench -- [name...] [--against FOLDER] [--quick]`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { engines } from './engines.ts';
import { holds, pages, refusals } from './loads.ts';
import type { Figure, Measurement } from './measurement.ts';
import { shop } from './shop.ts';
import { idle, start } from './start.ts';

const MEASUREMENTS: Readonly<Record<string, Measurement>> = { holds, refusals, idle, start, shop, pages, engines };

/** Ten years of a shop, in about 150,000 events. */
const SHOP = { bookings: 18_000, users: 5000 };
const QUICK_SHOP = { bookings: 300, users: 200 };

const PRESENT = join(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const unknown = positionals.filter((name) => MEASUREMENTS[name] === undefined);
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}. There are: ${Object.keys(MEASUREMENTS).join(', ')}.`);

const older = values.against === undefined ? [] : [resolve(values.against)];
const unbuilt = older.find((folder) => !existsSync(join(folder, 'dist/server/server.cjs')));
if (unbuilt) fail(`${unbuilt} has no dist/server/server.cjs. Run \`npm ci && npm run build\` there.`);

function rowOf({ what, value, floor, before, aim }: Figure) {
  const round = (number: number) => Number(number.toPrecision(3));
  const beside = (name: string, other: number | undefined) =>
    other === undefined ? {} : { [name]: round(other), [`of ${name}`]: round(value / other) };
  return [
    what,
    { measured: round(value), ...beside('floor', floor), ...beside('before', before), ...(aim && { aim }) },
  ] as const;
}

const options = {
  quick: values.quick,
  builds: [PRESENT, ...older],
  ...(values.quick ? QUICK_SHOP : SHOP),
};

for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const { title, floor, figures } of await measure(options)) {
    console.log(`\n${title}${floor ? `\nfloor: ${floor}` : ''}`);
    console.table(Object.fromEntries(figures.map(rowOf)));
  }
}
