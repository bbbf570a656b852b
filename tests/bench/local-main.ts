import { pages } from './local-pages.ts';
import { table } from './table.ts';
const builds = process.argv.slice(2).map((folder) => ({ folder }));
for (const m of await pages.run({ quick: !process.env.LONG, builds, bookings: 0, users: 0 } as never))
  console.log('\n' + table(m));
