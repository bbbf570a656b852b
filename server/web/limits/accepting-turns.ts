/**
 * Node accepts one new connection a turn of the event loop. While connections arrive, this many turns pass without work between two with
 * work. Otherwise connections would wait unaccepted, and with them the requests that need no admission.
 */
const MOST_TURNS = 16;
/** Milliseconds after which work goes on anyway. */
const MOST_MS = 10;

/** Decides which turns of the event loop only accept connections. */
export class AcceptingTurns {
  #hasAccepted = false;
  #turns = 0;
  #since = 0;

  /** Reports that a new connection was accepted: there may be more. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  /** Whether this turn is to pass without work; `now` is monotonic, in milliseconds. Call it once a turn. */
  isNext(now: number): boolean {
    if (this.#turns === 0) this.#since = now;
    const passes = this.#hasAccepted && this.#turns < MOST_TURNS && now - this.#since < MOST_MS;
    this.#hasAccepted = false;
    this.#turns = passes ? this.#turns + 1 : 0;
    return passes;
  }
}
