/** A figure beside its floor, both measured in the same run. */
export interface Figure {
  readonly what: string;
  /** Null when there is nothing to say but the floor. */
  readonly value: number;
  /** The least that the machine needs for it, or does at best, with nothing of ours in between. */
  readonly floor?: number;
  /** What is aimed at, in words. */
  readonly aim?: string;
}

export interface Measured {
  readonly title: string;
  /** What the floor is; none for figures without one. */
  readonly floor?: string;
  readonly figures: readonly Figure[];
}

export interface BenchOptions {
  /** Less of everything: shows that it runs, not how fast. */
  readonly quick: boolean;
  /** Size of the made-up shop; each measurement that takes place in one has a default. */
  readonly bookings?: number;
  readonly users?: number;
  /** How long the soak takes. */
  readonly minutes?: number;
}

/** One file under `tests/bench/` exports one, and measures one thing. */
export interface Measurement {
  /** For `npm run bench -- name`. */
  readonly name: string;
  run(options: BenchOptions): Promise<readonly Measured[]>;
}
