import { BURDENS, type Burden } from '../e2e/burdens.ts';
import { type BookableServer, startBuild, withServers } from './builds.ts';
import { load, withBurden } from './children.ts';
import type { Build, Figure, Measurement } from './measurement.ts';
import { inTurns } from './rounds.ts';

const CLIENTS = 200;

/** What a visitor asks for meanwhile, and how often. */
const VISITOR = { connections: 1, from: 0, pauseMs: 20, kind: { kind: 'page', path: '/' } } as const;

interface Waited {
  readonly p50: number;
  readonly p99: number;
  readonly alone: number;
}

/** What a visitor waits beside clients of one kind. A server that hangs up on the visitor, or ends, keeps it waiting without end. */
async function waitBeside(
  { port }: BookableServer,
  burden: Burden,
  forMs: number,
): Promise<Record<keyof Waited, number>> {
  const alone = await load({ ...VISITOR, port, forMs });
  const beside = withBurden({ port, burden, count: CLIENTS }, () => load({ ...VISITOR, port, forMs }));
  const { p50, p99 } = await beside.catch(() => ({ p50: Infinity, p99: Infinity }));
  return { p50, p99, alone: alone.p99 };
}

export const burdens: Measurement = {
  name: 'burdens',
  async run({ quick, builds }) {
    const forMs = quick ? 1000 : 10_000;
    // As without a proxy, which names clients.
    const start = (build: Build) => startBuild(build, { TRUSTED_PROXY: '' });
    const figures: Figure[] = [];
    for (const burden of Object.keys(BURDENS) as Burden[]) {
      // Servers of their own: one may not survive.
      const [ours, before] = await withServers(builds, start, async (servers) => {
        for (const { port } of servers) await load({ ...VISITOR, port, forMs: forMs / 2 });
        return inTurns(1, servers, (server) => waitBeside(server, burden, forMs));
      });
      const aim = 'below 1,000';
      figures.push(
        { what: `${burden}, median`, value: ours!.p50, before: before?.p50 },
        { what: `${burden}, 99th percentile`, value: ours!.p99, floor: ours!.alone, before: before?.p99, aim },
      );
    }
    return [
      {
        title: `Milliseconds until a visitor has the home page beside ${CLIENTS} clients of a kind, without a proxy`,
        floor: 'the 99th percentile of a visitor alone',
        figures,
      },
    ];
  },
};
