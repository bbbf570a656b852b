/** Streams of one kind in a change, such as `forfeited:<booking>`. */

export function withPrefix<Prefix extends string, Value>(
  prefix: Prefix,
  things: readonly (readonly [id: string, value: Value])[],
): Readonly<Record<`${Prefix}${string}`, Value>> {
  const entries = things.map(([id, value]) => [`${prefix}${id}`, value] as const);
  return Object.fromEntries(entries) as Record<`${Prefix}${string}`, Value>;
}

export function withoutPrefix<Value>(prefix: string, states: object): Readonly<Record<string, Value>> {
  const entries = Object.entries<unknown>(states as Readonly<Record<string, unknown>>);
  const some = entries.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(some.map(([name, state]) => [name.slice(prefix.length), state as Value]));
}
