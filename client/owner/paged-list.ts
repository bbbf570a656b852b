/** For the owner's paged lists. */

interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

function whole(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : otherwise;
}

export function oneOf<Value extends string>(value: unknown, values: readonly Value[], otherwise: Value): Value {
  return values.find((each) => each === value) ?? otherwise;
}

/** Brings page and page size into their range. */
export function readPaged(
  raw: Readonly<Record<string, unknown>>,
  defaults: Paged & { readonly search: string },
  limits: Paged & { readonly search: number },
) {
  const { search } = raw;
  const within = (name: keyof Paged) => Math.min(Math.max(whole(raw[name], defaults[name]), 1), limits[name]);
  return {
    page: within('page'),
    pageSize: within('pageSize'),
    search: typeof search === 'string' ? search.slice(0, limits.search) : defaults.search,
  };
}

export function withoutDefaults<Query extends object>(query: Query, defaults: Query): Partial<Query> {
  const said = Object.entries(query).filter(([name, value]) => value !== defaults[name as keyof Query]);
  return Object.fromEntries(said) as Partial<Query>;
}
