import { AREA_PATHS, INDEXED_PATHS, WORK_PATHS } from '#shared/business/public-pages.ts';
import { readWorkSearch } from '#shared/business/work.ts';
import { readBookSearch } from '#shared/booking/book-search.ts';
import type { AppRpc } from '#shared/calls/contract.ts';

export const PRIVATE_PAGE = /^\/(?:booking|app)(?:\/|$)/;
/** In the bfcache they would show a link's secret or a password to the next person at the browser. */
const SECRET_PAGE = /^\/(?:login|register|forgot-password|lost-link|reset-password|verify-email)$/;

export function isPersonalPath(path: string): boolean {
  return PRIVATE_PAGE.test(path) || SECRET_PAGE.test(path);
}

export type Calendar = Pick<AppRpc, 'availability' | 'nextOpen'>;

type Search = Readonly<Record<string, string>>;

interface Kind {
  /** In one order; null if the page would repeat typed text. */
  readonly readSearch?: (search: Search) => object | null;
  readonly readCalendar?: PublicPage['readCalendar'];
  readonly hasPostKey?: boolean;
}

/** The same for every visitor without a session, a hold or a notice. */
export interface PublicPage {
  readonly address: string;
  readonly status: number;
  readonly hasPostKey: boolean;
  readonly readCalendar: (calendar: Calendar) => Promise<unknown>;
}

const NEXT_OPEN: Kind = { readCalendar: ({ nextOpen }) => nextOpen() };

const KINDS = new Map<string, Kind>([
  ...INDEXED_PATHS.map((path) => [path, {}] as const),
  ['/', NEXT_OPEN],
  ['/services', { readSearch: (search) => (search['find'] === undefined ? readWorkSearch(search) : null) }],
  ['/areas', { ...NEXT_OPEN, readSearch: ({ place }) => (place === undefined ? {} : null) }],
  ...[...WORK_PATHS, ...AREA_PATHS].map((path) => [path, NEXT_OPEN] as const),
  ['/book', { readSearch: readBookSearch, readCalendar: ({ availability }) => availability(), hasPostKey: true }],
]);

const NOT_FOUND_PATH = '/not-found';

/** Null for a page that is rendered for each visitor. */
export function publicPageAt(path: string, query: string): PublicPage | null {
  if (isPersonalPath(path) || path === '/book/confirmation') return null;
  const { readSearch = () => ({}), readCalendar = async () => {}, hasPostKey = false } = KINDS.get(path) ?? {};
  const search = readSearch(Object.fromEntries(new URLSearchParams(query)));
  if (search === null) return null;
  const params = new URLSearchParams({ ...search });
  const known = KINDS.has(path);
  return {
    address: (known ? path : NOT_FOUND_PATH) + (params.size === 0 ? '' : `?${params.toString()}`),
    status: known ? 200 : 404,
    hasPostKey,
    readCalendar,
  };
}
