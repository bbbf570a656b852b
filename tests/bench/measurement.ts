/** A figure beside its floor and beside an older build, all measured in the same run. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** The least that the machine needs for it, or does at best, with nothing of ours in between. */
  readonly floor?: number | undefined;
  /** The same figure of the older build. */
  readonly before?: number | undefined;
  /** What is aimed at, in words. */
  readonly aim?: string | undefined;
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
  /** Checkouts with `dist/` and `node_modules`: the present build, then the older one, if there is one. */
  readonly builds: readonly string[];
  /** Size of the made-up shop. */
  readonly bookings: number;
  readonly users: number;
}

export type Measurement = (options: BenchOptions) => Promise<readonly Measured[]>;

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

type Measures = Readonly<Record<string, number>>;

/**
 * Measures each subject once a round, in the other order every other round, so that a noisy machine disturbs all alike. Resolves with
 * the medians of each subject.
 */
export async function inTurns<Subject, Found extends Measures>(
  rounds: number,
  subjects: readonly Subject[],
  measure: (subject: Subject) => Promise<Found>,
): Promise<Found[]> {
  const found = subjects.map((): Found[] => []);
  const order = [...subjects.keys()];
  for (let round = 0; round < rounds; round++) {
    for (const index of order) found[index]!.push(await measure(subjects[index]!));
    order.reverse();
  }
  return found.map((all) => {
    const medians = Object.keys(all[0] ?? {}).map((name) => [name, median(all.map((each) => each[name]!))] as const);
    return Object.fromEntries(medians) as Found;
  });
}
