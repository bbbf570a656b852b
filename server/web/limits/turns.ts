import { FairLine } from './fair-line.ts';

/** A round of the event loop begins new work for so long; what comes after that waits for a later one. */
const SHARE_MS = 10;
/** Those who wait are let in one after another for so much of each round: less than one page takes, for two make rounds too long. */
const LET_IN_MS = 2;
/**
 * Node accepts one new connection a round. While connections arrive, so many rounds pass without new work between two
 * requests that are let in: else connections wait unaccepted, and with them those requests that need no turn.
 */
const ACCEPTING_ROUNDS = 16;
/** So many may be under way at once: what they began goes on in later rounds. */
const MOST_UNDER_WAY = 24;
/** Who is under way for longer waits for another service, not for us: a payment provider that is slow delays no other request. */
const LONGEST_OWN_MS = 100;
/** Who has waited so long is sent away, and so is who finds so many waiting. */
const LONGEST_WAIT_MS = 3000;
const MOST_WAITING = 1000;

/** One who was let in. */
export interface Turn {
  readonly since: number;
}

interface Waiting {
  readonly since: number;
  readonly begin: (turn: Turn | null) => void;
}

interface TurnsOptions {
  /** Milliseconds, only going forward. */
  readonly now: () => number;
  /** Calls back once the event loop has seen to everything else that is due. */
  readonly afterRound?: (run: () => void) => void;
  /** Calls back once what was begun just now has done what it can do at once. */
  readonly afterThis?: (run: () => void) => void;
  /** Calls back after so many milliseconds. */
  readonly later?: (run: () => void, ms: number) => void;
  /** Told when the first is sent away after none was for a while. */
  readonly onSentAway?: () => void;
}

/**
 * Lets requests in one after another, as many as can be answered soon: of each network in the order in which they came, and networks in
 * turn. Without it all that come are begun at once: then each waits for all, and one more makes every answer later. Rounds stay
 * short, so that a request that need not queue (health, webhooks) never waits. One that would wait too long is sent away instead.
 */
export class Turns {
  readonly #now: () => number;
  readonly #afterRound: (run: () => void) => void;
  readonly #afterThis: (run: () => void) => void;
  readonly #later: (run: () => void, ms: number) => void;
  readonly #onSentAway: () => void;
  readonly #underWay = new Set<Turn>();
  readonly #waiting = new FairLine<Waiting>();
  /** When the first of this round was let in; null in one that has let nobody in. */
  #begun: number | null = null;
  #isRoundDue = false;
  #isLookDue = false;
  #hasAccepted = false;
  #acceptingRounds = 0;
  #lastSentAway = -Infinity;

  constructor({ now, afterRound, afterThis, later, onSentAway = () => {} }: TurnsOptions) {
    this.#now = now;
    this.#afterRound = afterRound ?? ((run) => void setImmediate(run));
    this.#afterThis = afterThis ?? ((run) => queueMicrotask(() => process.nextTick(run)));
    this.#later = later ?? ((run, ms) => void setTimeout(run, ms).unref());
    this.#onSentAway = onSentAway;
  }

  /**
   * A turn at once, or when it comes; null for one who is sent away. `end` follows each turn. Those who wait take turns by `groupOf`,
   * so that a flood from one network has only its own network wait.
   */
  take(groupOf: () => string): Turn | null | Promise<Turn | null> {
    const now = this.#now();
    const hasTime = this.#begun === null || now - this.#begun < SHARE_MS;
    if (hasTime && this.#waiting.length === 0 && this.#underWay.size < MOST_UNDER_WAY) return this.#begin(now);
    const group = groupOf();
    if (this.#waiting.length >= MOST_WAITING) {
      const last = this.#waiting.popFromLongest(group);
      if (!last) return this.#sendAway(now);
      last.begin(this.#sendAway(now));
    }
    const { promise, resolve } = Promise.withResolvers<Turn | null>();
    this.#waiting.push(group, { since: now, begin: resolve });
    this.#lookAfterRound();
    return promise;
  }

  /** Tells that a new connection was accepted: there may be more. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  end(turn: Turn): void {
    this.#underWay.delete(turn);
    if (this.#waiting.length > 0) this.#lookAfterRound();
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
    if (this.#hasAccepted && this.#acceptingRounds < ACCEPTING_ROUNDS) {
      this.#hasAccepted = false;
      this.#acceptingRounds += 1;
      this.#afterRound(() => this.#comeRound());
      return;
    }
    this.#hasAccepted = false;
    this.#acceptingRounds = 0;
    this.#isRoundDue = false;
    this.#begun = null;
    if (this.#waiting.length > 0) this.#letIn();
  }

  #letIn(): void {
    const now = this.#now();
    for (const { begin } of this.#waiting.shiftWhile(({ since }) => now - since >= LONGEST_WAIT_MS)) {
      begin(this.#sendAway(now));
    }
    for (const turn of this.#underWay) {
      if (now - turn.since < LONGEST_OWN_MS) break;
      this.#underWay.delete(turn);
    }
    // However long the process was kept from running since: a round that lets no request in would be the last.
    this.#letInNext(now, true);
  }

  /** Many whose work is short come in together, so that their changes share a commit; of those whose work is long, one. */
  #letInNext(roundBegan: number, isFirst = false): void {
    const now = this.#now();
    if (this.#waiting.length === 0 || (!isFirst && now - roundBegan >= LET_IN_MS)) return;
    if (this.#underWay.size >= MOST_UNDER_WAY) {
      this.#lookLater();
      return;
    }
    this.#waiting.shift()?.begin(this.#begin(now));
    this.#afterThis(() => this.#letInNext(roundBegan));
  }

  /** Nobody may end for long: then those who take too long make room. */
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
