import { parseArgs } from 'node:util';
import { admin } from './admin.ts';
import { appends } from './appends.ts';
import { availability } from './availability.ts';
import { bookings } from './bookings.ts';
import { firstVisit } from './first-visit.ts';
import { largeAccount } from './large-account.ts';
import { lighthouseScores } from './lighthouse.ts';
import { liveViews } from './live-views.ts';
import type { Measurement } from './measurement.ts';
import { overload } from './overload.ts';
import { pages } from './pages.ts';
import { replay } from './replay.ts';
import { signIns } from './sign-ins.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { table } from './table.ts';

const measurements: readonly Measurement[] = [
  appends,
  availability,
  bookings,
  replay,
  pages,
  signIns,
  largeAccount,
  admin,
  overload,
  liveViews,
  start,
  firstVisit,
  lighthouseScores,
  soak,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    bookings: { type: 'string' },
    users: { type: 'string' },
    minutes: { type: 'string' },
  },
});

const options = {
  quick: values.quick,
  ...(values.bookings !== undefined && { bookings: Number(values.bookings) }),
  ...(values.users !== undefined && { users: Number(values.users) }),
  ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
};

const unknown = positionals.filter((name) => measurements.every((measurement) => measurement.name !== name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${measurements.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

for (const measurement of measurements) {
  if (positionals.length > 0 && !positionals.includes(measurement.name)) continue;
  for (const measured of await measurement.run(options)) console.log(`\n${table(measured)}`);
}
