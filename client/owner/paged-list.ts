/** For the owner's paged lists. */
import { formatCount } from '#shared/format-count.ts';

/** They may be out of range: the page says so. */
export interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

export interface PageOf extends Paged {
  readonly pages: number;
  readonly total: number;
}

function whole(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : otherwise;
}

export function oneOf<Value extends string>(value: unknown, values: readonly Value[], otherwise: Value): Value {
  return values.find((each) => each === value) ?? otherwise;
}

/** They may be out of range: the page says so. */
export function readPaged(
  raw: Readonly<Record<string, unknown>>,
  defaults: Paged & { readonly search: string },
  longest: number,
) {
  const { page, pageSize, search } = raw;
  return {
    page: whole(page, defaults.page),
    pageSize: whole(pageSize, defaults.pageSize),
    search: typeof search === 'string' ? search.slice(0, longest) : defaults.search,
  };
}

export function withoutDefaults<Query extends object>(query: Query, defaults: Query): Partial<Query> {
  const said = Object.entries(query).filter(([name, value]) => value !== defaults[name as keyof Query]);
  return Object.fromEntries(said) as Partial<Query>;
}

export function pageInRange<Query extends Paged>(query: Query, limits: Paged): Query {
  const within = (number: number, most: number) => Math.min(Math.max(number, 1), most);
  return { ...query, page: within(query.page, limits.page), pageSize: within(query.pageSize, limits.pageSize) };
}

/** Says that a page or page size does not exist; empty if both do. */
export function clampedWords(asked: Paged, { page, pages, pageSize, total }: PageOf): string[] {
  const most =
    total === 0
      ? `A page has at most ${pageSize} rows, not ${formatCount(asked.pageSize)}.`
      : `A page has at most ${pageSize} rows, so you see ${pageSize} instead of ${formatCount(asked.pageSize)}.`;
  const least = total === 0 ? 'A page has at least one row.' : 'A page has at least one row, so you see one.';
  const last =
    pages === 1 ? 'There’s only one page.' : `There are only ${formatCount(pages)} pages. This is the last one.`;
  return [
    ...(asked.pageSize === pageSize ? [] : [asked.pageSize > pageSize ? most : least]),
    ...(asked.page === page || total === 0
      ? []
      : [asked.page > page ? last : 'This is page 1: there’s none before it.']),
  ];
}
