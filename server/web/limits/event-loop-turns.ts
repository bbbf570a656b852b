import { FairQueue } from './fair-queue.ts';

/** Milliseconds of new work that one turn of the event loop starts; later requests wait for another turn. */
const SHARE_MS = 10;
/**
 * Milliseconds of each turn in which waiting requests are started one after another: less than one page takes, because two make
 * turns too long.
 */
const LET_IN_MS = 2;
/** Number of running requests: what they started continues in later turns. */
const MOST_UNDER_WAY = 24;
/**
 * A request that runs longer waits for another service, not for this process: a slow payment provider delays no other request.
 */
const LONGEST_OWN_MS = 100;
/** A request that has waited this long is sent away, and so is one that finds too many waiting. */
const LONGEST_WAIT_MS = 3000;
const MOST_WAITING = 1000;

/** An admitted request. */
export interface Turn {
  readonly since: number;
}

/** Who sends a request. */
interface Sender {
  /** Group of a known customer; null for a stranger. */
  readonly customerOf: () => string | null | Promise<string | null>;
  readonly groupOf: () => string;
}

interface Waiting {
  readonly since: number;
  readonly begin: (turn: Turn | null) => void;
}

interface TurnsOptions {
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Calls back once the event loop has handled everything else that is due. */
  readonly afterRound?: (run: () => void) => void;
  /** Calls back once the work that was just started has done all it can do at once. */
  readonly afterThis?: (run: () => void) => void;
  /** Calls back after this many milliseconds. */
  readonly later?: (run: () => void, ms: number) => void;
  /** Called when a request is sent away and none was for a while. */
  readonly onSentAway?: () => void;
}

/**
 * Admission control: starts at most 10 ms of new work per turn of the event loop. Requests of one network start in order of
 * arrival, and networks take turns. Without it all requests would start at once: each would wait for all, and one more would
 * delay every response. Known customers wait in a line of their own, and the two lines take turns: strangers from many networks
 * do not keep customers out, nor copied cookies strangers. Turns stay short, so that a request that needs no admission (health, webhooks) never waits. A request
 * that would wait too long is sent away.
 */
export class Turns {
  readonly #now: () => number;
  readonly #afterRound: (run: () => void) => void;
  readonly #afterThis: (run: () => void) => void;
  readonly #later: (run: () => void, ms: number) => void;
  readonly #onSentAway: () => void;
  readonly #underWay = new Set<Turn>();
  readonly #lines = { customers: new FairQueue<Waiting>(), strangers: new FairQueue<Waiting>() };
  #wasCustomer = false;
  /** When the first request of this turn was started; null when none was. */
  #begun: number | null = null;
  #isRoundDue = false;
  #isLookDue = false;
  #lastSentAway = -Infinity;

  constructor({ now, afterRound, afterThis, later, onSentAway = () => {} }: TurnsOptions) {
    this.#now = now;
    this.#afterRound = afterRound ?? ((run) => void setImmediate(run));
    this.#afterThis = afterThis ?? ((run) => queueMicrotask(() => process.nextTick(run)));
    this.#later = later ?? ((run, ms) => void setTimeout(run, ms).unref());
    this.#onSentAway = onSentAway;
  }

  /**
   * Admits a request now or later; null when it is sent away. Call `end` on each turn. Waiting strangers take turns by `groupOf`,
   * so that a flood from one network delays only that network; customers by `customerOf`.
   */
  take({ customerOf, groupOf }: Sender): Turn | null | Promise<Turn | null> {
    const now = this.#now();
    const hasTime = this.#begun === null || now - this.#begun < SHARE_MS;
    if (hasTime && this.#waiting === 0 && this.#underWay.size < MOST_UNDER_WAY) return this.#begin(now);
    const customer = customerOf();
    return customer instanceof Promise
      ? customer.then((known) => this.#enqueue(now, known, groupOf))
      : this.#enqueue(now, customer, groupOf);
  }

  #enqueue(now: number, customer: string | null, groupOf: () => string): null | Promise<Turn | null> {
    const line = customer === null ? this.#lines.strangers : this.#lines.customers;
    const group = customer ?? groupOf();
    if (line.length >= MOST_WAITING) {
      const last = line.popFromLongest(group);
      if (!last) return this.#sendAway(now);
      last.begin(this.#sendAway(now));
    }
    const { promise, resolve } = Promise.withResolvers<Turn | null>();
    line.push(group, { since: now, begin: resolve });
    this.#lookAfterRound();
    return promise;
  }

  end(turn: Turn): void {
    this.#underWay.delete(turn);
    if (this.#waiting > 0) this.#lookAfterRound();
  }

  /** Number of waiting requests. */
  get #waiting(): number {
    return this.#lines.customers.length + this.#lines.strangers.length;
  }

  /** The next waiting request: of the other line than the one before, if both have some. */
  #shift(): Waiting | undefined {
    const { customers, strangers } = this.#lines;
    this.#wasCustomer = customers.length > 0 && (strangers.length === 0 || !this.#wasCustomer);
    return (this.#wasCustomer ? customers : strangers).shift();
  }

  #begin(now: number): Turn {
    this.#begun ??= now;
    this.#lookAfterRound();
    const turn = { since: now };
    this.#underWay.add(turn);
    return turn;
  }

  #lookAfterRound(): void {
    if (this.#isRoundDue) return;
    this.#isRoundDue = true;
    this.#afterRound(() => this.#comeRound());
  }

  #comeRound(): void {
    this.#isRoundDue = false;
    this.#begun = null;
    if (this.#waiting > 0) this.#startNext();
  }

  #startNext(): void {
    const now = this.#now();
    for (const line of Object.values(this.#lines)) {
      for (const { begin } of line.shiftWhile(({ since }) => now - since >= LONGEST_WAIT_MS))
        begin(this.#sendAway(now));
    }
    for (const turn of this.#underWay) {
      if (now - turn.since < LONGEST_OWN_MS) break;
      this.#underWay.delete(turn);
    }
    // Regardless of how long the process was blocked: a turn that starts no request would be the last.
    this.#letInNext(now, true);
  }

  /** Starts several requests whose work is short, so that their changes share a commit, or one whose work is long. */
  #letInNext(roundBegan: number, isFirst = false): void {
    const now = this.#now();
    if (this.#waiting === 0 || (!isFirst && now - roundBegan >= LET_IN_MS)) return;
    if (this.#underWay.size >= MOST_UNDER_WAY) {
      this.#lookLater();
      return;
    }
    this.#shift()?.begin(this.#begin(now));
    this.#afterThis(() => this.#letInNext(roundBegan));
  }

  /** If no request ends for a while, those that run too long make room. */
  #lookLater(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    this.#later(() => {
      this.#isLookDue = false;
      this.#lookAfterRound();
    }, LONGEST_OWN_MS / 2);
  }

  #sendAway(now: number): null {
    if (now - this.#lastSentAway >= 60_000) this.#onSentAway();
    this.#lastSentAway = now;
    return null;
  }
}
