import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { backoff } from './jobs/backoff.ts';

const LONGEST_PAUSE_MS = 60_000;

interface Means {
  readonly clock: Clock;
  readonly log: Log;
}

type Work<Dependencies extends Means> = (dependencies: Dependencies, signal: AbortSignal) => Promise<void>;

/** Restarts a worker with backoff after an unexpected error. */
export function keepGoing<Dependencies extends Means>(name: string, work: Work<Dependencies>): Work<Dependencies> {
  return async (dependencies, signal) => {
    const { clock, log } = dependencies;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        return await work(dependencies, signal);
      } catch (error) {
        log.error({ err: error, worker: name, failures }, 'worker crashed, restarting');
        await clock.wait(Math.min(LONGEST_PAUSE_MS, backoff(failures)), signal);
      }
    }
  };
}
