import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { backoff } from './jobs/backoff.ts';

const LONGEST_PAUSE_MS = 60_000;

const LONGEST_SILENCE_MS = 60 * 60_000;

/** After running this long, the next failure counts as the first. */
const WELL_AFTER_MS = 10 * 60_000;

interface Means {
  readonly clock: Clock;
  readonly log: Log;
}

type Work<Dependencies extends Means> = (dependencies: Dependencies, signal: AbortSignal) => Promise<void>;

/** Restarts a worker with backoff after an unexpected error; logs that ever more rarely. */
export function keepGoing<Dependencies extends Means>(name: string, work: Work<Dependencies>): Work<Dependencies> {
  return async (dependencies, signal) => {
    const { clock, log } = dependencies;
    let failures = 0;
    let silence = 0;
    let saidAt = -Infinity;
    while (!signal.aborted) {
      const start = clock.elapsed();
      try {
        await work(dependencies, signal);
        return;
      } catch (error) {
        if (clock.elapsed() - start >= WELL_AFTER_MS) [failures, silence] = [0, 0];
        failures += 1;
        if (clock.elapsed() - saidAt >= silence) {
          log.error({ err: error, worker: name, failures }, 'worker crashed, restarting');
          saidAt = clock.elapsed();
          silence = Math.min(LONGEST_SILENCE_MS, Math.max(1000, silence * 2));
        }
        await clock.wait(Math.min(LONGEST_PAUSE_MS, backoff(failures)), signal);
      }
    }
  };
}
