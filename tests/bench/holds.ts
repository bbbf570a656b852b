import { startBuild, withServers } from './builds.ts';
import { load, perSecond, withRawHttp } from './children.ts';
import { rawCommitMs } from './floors.ts';
import type { BenchOptions, Measured, Measurement } from './measurement.ts';
import { processorTime } from './process-usage.ts';
import { daysAhead, type RequestKind } from './programs/requests.ts';
import { inTurns } from './rounds.ts';

const CONNECTIONS = 16;

interface Asked {
  readonly title: string;
  readonly aim: string;
  readonly kindAt: (price: number | undefined) => RequestKind;
  /** What a build answers each time. */
  readonly status: number;
}

/** Requests of one kind to each build and to bare `node:http`, in turns. */
async function measure(
  { quick, builds }: BenchOptions,
  { kindAt, status }: Asked,
): Promise<{ readonly eachUs: number; readonly each: number; readonly p99: number }[]> {
  const forMs = quick ? 500 : 3000;
  const next = new Map<number, number>();
  return withServers(builds, startBuild, (servers) =>
    withRawHttp(100, async (rawPort, rawPid) => {
      const subjects = [
        { port: rawPort, pid: rawPid, price: undefined, status: 200 },
        ...servers.map(({ port, pid, price }) => ({ port, pid, price, status })),
      ];
      const orderOf = ({ port, price }: (typeof subjects)[number]) => {
        return { port, connections: CONNECTIONS, forMs, from: next.get(port) ?? 0, kind: kindAt(price) };
      };
      // The first seconds compile, and the first request for a slot gets it.
      for (const subject of subjects) next.set(subject.port, (await load(orderOf(subject))).next);
      return inTurns(quick ? 1 : 7, subjects, async (subject) => {
        const report = await processorTime(subject.pid, orderOf(subject));
        next.set(subject.port, report.next);
        return { eachUs: report.eachUs, each: perSecond(report, subject.status), p99: report.p99 };
      });
    }),
  );
}

async function compare(options: BenchOptions, what: Asked): Promise<Measured> {
  const [raw, ours, before] = await measure(options, what);
  const of = (name: 'eachUs' | 'each' | 'p99') => ({
    value: ours![name],
    floor: raw![name],
    before: before?.[name],
  });
  return {
    title: `${what.title}, ${CONNECTIONS} connections`,
    floor: 'node:http that reads the body and answers 100 bytes',
    figures: [
      { what: 'microseconds of processor for each, in all threads', ...of('eachUs'), aim: what.aim },
      { what: 'answers a second', ...of('each') },
      { what: 'milliseconds until the answer, 99th percentile', ...of('p99') },
    ],
  };
}

export const holds: Measurement = {
  name: 'holds',
  async run(options) {
    const held = await compare(options, {
      title: 'Slots held and checkouts opened over HTTP',
      aim: 'at most 0.6 of before',
      kindAt: (price) => ({ kind: 'hold', firstDate: daysAhead(7), price }),
      status: 200,
    });
    const commits = 1000 / (await rawCommitMs(options.quick ? 200 : 2000));
    const raw = { what: 'inserts a second, each with a commit of its own, by better-sqlite3 alone', value: commits };
    return [{ ...held, figures: [...held.figures, raw] }];
  },
};

export const refusals: Measurement = {
  name: 'refusals',
  async run(options) {
    const refused = await compare(options, {
      title: 'Refusals of a taken slot over HTTP',
      aim: 'at most 0.75 of before',
      kindAt: (price) => ({ kind: 'same-slot', date: daysAhead(7), price }),
      status: 409,
    });
    return [refused];
  },
};
