import { backoff } from './backoff.ts';
import type { Worker } from './worker.ts';

/** A worker that begins again, after a while, whenever something unforeseen ends it: a full disk, say. */
export function keepGoing(name: string, work: Worker): Worker {
  return async (dependencies, signal) => {
    const { clock, log } = dependencies;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        await work(dependencies, signal);
      } catch (error) {
        log.error({ err: error, worker: name, failures }, 'a worker stopped, and begins again');
        await clock.wait(backoff(failures), signal);
      }
    }
  };
}
