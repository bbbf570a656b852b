import type { SeenNotices } from './notices.ts';

const MOST = 10_000;

/**
 * The notices handled lately. A signature expires after five minutes, and handling a notice twice only queries the provider once
 * more, so a short memory is enough.
 */
export class RecentNotices implements SeenNotices {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): Promise<void> {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
    return Promise.resolve();
  }
}
