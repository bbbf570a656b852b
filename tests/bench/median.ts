export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Measures so many times, one after the other. Resolves with the median of each measure. */
export async function medians<Measures extends { readonly [Name in keyof Measures]: number }>(
  times: number,
  measure: () => Promise<Measures>,
): Promise<Measures> {
  const first = await measure();
  const all = [first];
  while (all.length < times) all.push(await measure());
  const names = Object.keys(first) as (keyof Measures)[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((each) => each[name]))])) as Measures;
}
