import { startBuild, withServers } from './builds.ts';
import { load, withLiveViews } from './children.ts';
import type { Measurement } from './measurement.ts';
import { memoryOf } from './process-usage.ts';
import { daysAhead } from './programs/requests.ts';
import { inTurns } from './rounds.ts';

const VIEWS = 100;
/** As many as have to work, however slowly. */
const MOST_VIEWS = 500;
const CHANGE_EVERY_MS = 1000;

/** What another visitor asks for meanwhile, and how often. */
const VISITOR = { connections: 1, from: 0, pauseMs: 20, kind: { kind: 'page', path: '/book' } } as const;

export const liveViews: Measurement = {
  name: 'live-views',
  run: ({ quick, builds }) =>
    withServers(builds, startBuild, async (servers) => {
      const forMs = quick ? 2000 : 15_000;
      // The first seconds compile.
      for (const { port } of servers) await load({ ...VISITOR, port, forMs: forMs / 2 });
      const [ours, before] = await inTurns(1, servers, ({ port, price }) =>
        withLiveViews(port, VIEWS, async (counts) => {
          const kind = { kind: 'hold', firstDate: daysAhead(7), price } as const;
          const quiet = await load({ ...VISITOR, port, forMs });
          const { lines } = await counts();
          const [busy] = await Promise.all([
            load({ ...VISITOR, port, forMs }),
            load({ port, connections: 1, forMs, from: 0, pauseMs: CHANGE_EVERY_MS, kind }),
          ]);
          const heard = (((await counts()).lines - lines) / VIEWS) * (1000 / forMs);
          return { p50: busy.p50, p99: busy.p99, quietP50: quiet.p50, quietP99: quiet.p99, heard };
        }),
      );
      const [full, fullBefore] = await inTurns(1, servers, async ({ port, pid }) => {
        const alone = memoryOf(pid);
        return withLiveViews(port, MOST_VIEWS, async (counts) => {
          const { p99 } = await load({ ...VISITOR, port, forMs });
          return { alone, memory: memoryOf(pid), p99, open: (await counts()).open };
        });
      });
      return [
        {
          title: `Milliseconds until a visitor has the booking page while ${VIEWS} live views hear of a change a second`,
          floor: 'the same while nothing changes',
          figures: [
            { what: 'median', value: ours!.p50, floor: ours!.quietP50, before: before?.p50 },
            { what: '99th percentile', value: ours!.p99, floor: ours!.quietP99, before: before?.p99, aim: 'below 50' },
          ],
        },
        {
          title: 'What the views heard',
          figures: [{ what: 'lines of a view, a second', value: ours!.heard, before: before?.heard }],
        },
        {
          title: `With ${MOST_VIEWS} browsers that ask for a live view`,
          floor: 'the same process without them',
          figures: [
            { what: 'live views that are open', value: full!.open, before: fullBefore?.open, aim: `${MOST_VIEWS}` },
            { what: 'megabytes resident', value: full!.memory, floor: full!.alone, before: fullBefore?.memory },
            {
              what: 'milliseconds until the booking page, 99th percentile',
              value: full!.p99,
              before: fullBefore?.p99,
            },
          ],
        },
      ];
    }),
};
