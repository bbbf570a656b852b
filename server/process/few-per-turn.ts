/** Resumes its callers in order, a few per turn of the event loop, so that requests are served in between. */
export class FewPerTurn {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#letSomeContinue());
    });
  }

  #letSomeContinue(): void {
    for (const resolve of this.#waiting.splice(0, this.#most)) resolve();
    if (this.#waiting.length > 0) setImmediate(() => this.#letSomeContinue());
  }
}
