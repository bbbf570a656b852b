import { type Clock, waitFor } from '../../process/clock.ts';

interface Pace {
  readonly clock: Clock;
  readonly everyMs: number;
  /** A waiting call is then made at once. */
  readonly stopping: AbortSignal;
}

interface Waiting<Answer> {
  call: () => Promise<Answer>;
}

/**
 * One call at a time, at a limited rate. Callers in between share the next call, so that no response is older than its request.
 * Final responses are also shared with callers of a running call.
 */
export class Paced<Answer> {
  readonly #pace: Pace;
  readonly #isFinal: (answer: Answer) => boolean;
  #began = -Infinity;
  #underWay: Promise<Answer> | null = null;
  #next: { readonly waiting: Waiting<Answer>; readonly answer: Promise<Answer> } | null = null;

  constructor(pace: Pace, isFinal: (answer: Answer) => boolean) {
    this.#pace = pace;
    this.#isFinal = isFinal;
  }

  get underWay(): Promise<Answer> | null {
    return this.#underWay;
  }

  /** Of several waiting calls only the last is made. */
  ask(call: () => Promise<Answer>): Promise<Answer> {
    if (this.#next) {
      this.#next.waiting.call = call;
      return this.#next.answer;
    }
    if (!this.#underWay && this.#pause() <= 0) return this.#begin(call);
    const waiting = { call };
    const answer = this.#admission(waiting);
    this.#next = { waiting, answer };
    return answer;
  }

  #pause(): number {
    const { clock, everyMs } = this.#pace;
    return this.#began + everyMs - clock.elapsed();
  }

  async #admission(waiting: Waiting<Answer>): Promise<Answer> {
    const final = await this.#finalAnswer();
    if (!final) await waitFor(this.#pace.clock, this.#pause(), this.#pace.stopping);
    this.#next = null;
    return final ? final.answer : this.#begin(waiting.call);
  }

  async #finalAnswer(): Promise<{ readonly answer: Answer } | null> {
    try {
      const answer = await this.#underWay;
      return answer !== null && this.#isFinal(answer) ? { answer } : null;
    } catch {
      return null;
    }
  }

  #begin(call: () => Promise<Answer>): Promise<Answer> {
    this.#began = this.#pace.clock.elapsed();
    const answer = call().finally(() => {
      this.#underWay = null;
    });
    this.#underWay = answer;
    return answer;
  }
}
