/** A figure beside its floor and beside an older build, all measured in the same run. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** The least that the machine needs for it, or does at best, with nothing of ours in between. */
  readonly floor?: number | undefined;
  /** The same figure of the older build. */
  readonly before?: number | undefined;
  /** What is aimed at, in words. */
  readonly aim?: string;
}

export interface Measured {
  readonly title: string;
  /** What the floor is; none for figures without one. */
  readonly floor?: string;
  readonly figures: readonly Figure[];
}

/** A checkout with `dist/` and `node_modules`. */
export interface Build {
  readonly folder: string;
}

export interface BenchOptions {
  /** Less of everything: shows that it runs, not how fast. */
  readonly quick: boolean;
  /** The present build, then the older one, if there is one. */
  readonly builds: readonly Build[];
  /** Size of the made-up shop. */
  readonly bookings: number;
  readonly users: number;
}

/** One thing to measure. */
export interface Measurement {
  /** For `npm run bench -- name`. */
  readonly name: string;
  run(options: BenchOptions): Promise<readonly Measured[]>;
}
