import type { SeenNotices } from './notices.ts';

const MOST = 10_000;

/**
 * A short memory is enough: a signature expires after five minutes, and handling a notice twice only queries the provider again.
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
