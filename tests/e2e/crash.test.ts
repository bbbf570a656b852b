import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type Evidence, gather, servedAndRebuilt, unfinishedJobs, verify } from './crash/evidence.ts';
import { testKeptPromises } from './crash/kept-promises.ts';
import { type Load, startLoad } from './crash/load.ts';
import { startServer } from './server.ts';

const KILLS = 180;

/** Number of visitors at once. */
const CROWD = 24;

/** The most responses to visitors between a start and a kill. */
const MOST_RESPONSES = 80;

/** Each fourth kill follows responses to members instead, of which there are a few a second, beside a few visitors. */
const MEMBERS_TURN = { every: 4, visitors: 2, mostResponses: 4 };

/** Starts, kills, and the end of all jobs, each of which may take as long as one step of a test. */
const LIMIT_MS = KILLS * 10_000 + 5 * PATIENCE_MS;

describe(`a server killed ${KILLS} times under load`, () => {
  let folder: string;
  let load: Load;
  let evidence: Evidence;
  /** What was wrong with the history after each kill. */
  const damaged: ReturnType<typeof verify>['bad'][] = [];

  const start = () => startServer({ ...load.settings, DATA_FOLDER: folder });

  /** Starts a server, lets a crowd in, and kills it after some of its responses. */
  async function killUnderLoad(areMembersCounted: boolean): Promise<void> {
    const server = await start();
    const gone = once(server.process, 'exit');
    const kill = () => void server.process.kill('SIGKILL');
    const most = areMembersCounted ? MEMBERS_TURN.mostResponses : MOST_RESPONSES;
    let left = 1 + Math.floor(Math.random() * most);
    const count = () => {
      left -= 1;
      if (left === 0) setTimeout(kill, Math.random() * 20);
    };
    const [crowd, onVisitor, onMember] = areMembersCounted
      ? [MEMBERS_TURN.visitors, () => {}, count]
      : [CROWD, count, () => {}];
    try {
      const { visitors, members } = load;
      await Promise.all([visitors.crowd(server.origin, crowd, onVisitor), members.crowd(server.origin, onMember)]);
      if (left > 0) throw new Error('it gave no response');
    } catch (error) {
      throw new Error(`the server went wrong before it was killed, and said: ${server.output()}`, { cause: error });
    } finally {
      kill();
      await gone;
    }
  }

  async function settle(): Promise<void> {
    const server = await start();
    await load.settle(server.origin, () => unfinishedJobs(folder));
    expect(await server.stop()).toBe(0);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halfday-crash-'));
    load = await startLoad();
    for (let kills = 0; kills < KILLS; kills++) {
      await killUnderLoad(kills % MEMBERS_TURN.every === 0);
      damaged.push(verify(folder).bad);
      // Its idempotency keys live for twelve hours only.
      if (kills % 3 === 2) load.svix.forgetKeys();
    }
    await settle();
    evidence = gather(folder);
  }, LIMIT_MS);

  afterAll(async () => {
    await load.stop();
    await rm(folder, { recursive: true, force: true });
  });

  testKeptPromises(() => ({
    ...load,
    kills: KILLS,
    damaged,
    evidence,
    stoodStill: false,
    servedAndRebuilt: () => servedAndRebuilt(folder),
  }));
});
