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
  return found.map(mediansOf);
}

function mediansOf<Found extends Measures>(all: readonly Found[]): Found {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(all.map((each) => each[name]!))])) as Found;
}
