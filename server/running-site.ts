import { setTimeout as wait } from 'node:timers/promises';
import { isMended } from '#db/integrity/open-file.ts';
import { startFailureOf } from '#db/disk/start-failure.ts';
import { type Composition, compose } from './compose.ts';
import type { Config } from './process/config.ts';

/** How often to check whether the disk accepts writes again. */
const TRIED_EVERY_MS = 5000;

/** How long a replaced composition continues for its running requests. */
const FAREWELL_MS = 10_000;

/** Serves the requests; replaces its composition when a disk that accepted no writes at the start accepts them again. */
export class RunningSite {
  readonly #compose: () => Promise<Composition>;
  readonly #folder: string;
  readonly #stopping = new AbortController();
  readonly #leaving = new Set<Composition>();
  #current: Composition;

  private constructor(folder: string, first: Composition, again: () => Promise<Composition>) {
    this.#folder = folder;
    this.#current = first;
    this.#compose = again;
  }

  /** Throws `StartFailure`. */
  static async open(config: Config, assetFolder: string | null): Promise<RunningSite> {
    const open = () => compose(config, assetFolder);
    return new RunningSite(config.dataFolder, await open(), open);
  }

  get current(): Composition {
    return this.#current;
  }

  /** Starts the background work. `origin` is the address on which the application listens. */
  start(origin: string): void {
    this.#current.start(origin);
    if (this.#current.seal?.kind === 'disk') void this.#goOnWhenMended(origin);
  }

  async #goOnWhenMended(origin: string): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#current.seal?.kind === 'disk' && !signal.aborted) {
      await wait(TRIED_EVERY_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted && isMended(this.#folder)) await this.#replace(origin);
    }
  }

  async #replace(origin: string): Promise<void> {
    const next = await this.#compose().catch((error: unknown) => {
      // Another process may have taken the folder meanwhile.
      if (startFailureOf(error) === null) throw error;
      return null;
    });
    if (next === null) return;
    if (next.seal?.kind === 'disk' || this.#stopping.signal.aborted) return next.stop();
    const before = this.#current;
    this.#current = next;
    if (next.seal === null) next.log.warn('the data folder can be written again: everything goes on');
    next.start(origin);
    before.windDown();
    this.#leaving.add(before);
    setTimeout(() => void this.#leave(before), FAREWELL_MS).unref();
  }

  async #leave(composition: Composition): Promise<void> {
    if (this.#leaving.delete(composition)) await composition.stop();
  }

  /** Ends everything that would keep requests open. */
  windDown(): void {
    this.#stopping.abort();
    this.#current.windDown();
  }

  /** Stops the background work and closes every file. Call it when no request is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#current.stop(), ...Array.from(this.#leaving, (each) => this.#leave(each))]);
  }
}
