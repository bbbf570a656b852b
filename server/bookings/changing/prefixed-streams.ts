/** Streams of a change that are as many as there are things of a kind: each is named by a prefix and the thing's id. */

/** Names streams by a prefix and the ids of their things. */
export function named<Prefix extends string, Value>(
  prefix: Prefix,
  things: readonly (readonly [id: string, value: Value])[],
): Readonly<Record<`${Prefix}${string}`, Value>> {
  const entries = things.map(([id, value]) => [`${prefix}${id}`, value] as const);
  return Object.fromEntries(entries) as Record<`${Prefix}${string}`, Value>;
}

/** The states of a change whose names have the prefix, by id. */
export function under<Value>(prefix: string, states: object): Readonly<Record<string, Value>> {
  const entries = Object.entries<unknown>(states as Readonly<Record<string, unknown>>);
  const some = entries.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(some.map(([name, state]) => [name.slice(prefix.length), state as Value]));
}
