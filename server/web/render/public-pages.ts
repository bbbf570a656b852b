import { AREA_PATHS, WORK_PATHS } from '#shared/business/public-pages.ts';
import { readWorkSearch } from '#shared/business/work-search.ts';
import { dateRange, monthsBeyond, readBookSearch } from '#shared/booking/book-search.ts';
import type { Answer, Ask } from './shared-answers.ts';

type Search = Readonly<Record<string, string>>;

interface Kind {
  /** The parameters that the page reads, in one order; null if it would repeat typed text. By default, it reads none. */
  readonly read?: (search: Search) => object | null;
  /** Asks for everything that the page shows and that can change. */
  readonly show?: (ask: Ask, search: Search) => Promise<readonly Answer[]>;
  /** Whether its form has a token. */
  readonly hasForm?: boolean;
  readonly status?: number;
}

/** A page that is the same for every visitor without a session, a hold or a notice, as its address asks for it. */
export interface PublicPage extends Required<Kind> {
  /** Path and parameters in their one spelling. */
  readonly address: string;
  readonly search: Search;
}

const withNextOpen: Kind = { show: async (ask) => [await ask('nextOpen', undefined)] };

const KINDS = new Map<string, Kind>([
  ['/', withNextOpen],
  ['/pricing', {}],
  ['/about', {}],
  ['/services', { read: (search) => (search['find'] === undefined ? readWorkSearch(search) : null) }],
  ['/areas', { ...withNextOpen, read: ({ place }) => (place === undefined ? {} : null) }],
  ['/legal/terms', {}],
  ['/legal/privacy', {}],
  ['/legal/accessibility', {}],
  ...[...WORK_PATHS, ...AREA_PATHS].map((path) => [path, withNextOpen] as const),
  ['/book', { read: readBookSearch, show: showOpenTimes, hasForm: true }],
]);

/** Paths of the pages for reading. */
export const DOCUMENTS: ReadonlySet<string> = new Set([...KINDS.keys()].filter((path) => path !== '/book'));

/** Pages that differ for each visitor. */
const OWN_PAGE =
  /^\/(?:(?:app|booking)(?:\/.*)?|book\/confirmation|login|register|forgot-password|lost-link|reset-password|sign-in-here|verify-email)$/;

/** The page of every address that has none. */
const NOT_FOUND = { path: '/not-found', kind: { status: 404 } } as const;

async function showOpenTimes(ask: Ask, search: Search): Promise<readonly Answer[]> {
  const next = await ask('availability', {});
  const months = monthsBeyond(next.value, readBookSearch(search));
  return [next, ...(await Promise.all(months.map((month) => ask('availability', dateRange(month)))))];
}

/** The public page at this path and query; null for a page that each visitor gets rendered. */
export function publicPageAt(asked: string, query: string): PublicPage | null {
  if (OWN_PAGE.test(asked)) return null;
  const known = KINDS.get(asked);
  const { path, kind }: { path: string; kind: Kind } = known ? { path: asked, kind: known } : NOT_FOUND;
  const { read = () => ({}), show = async () => [], hasForm = false, status = 200 } = kind;
  const search = query === '' ? {} : read(Object.fromEntries(new URLSearchParams(query)));
  if (search === null) return null;
  const params = new URLSearchParams({ ...search }).toString();
  const address = params === '' ? path : `${path}?${params}`;
  return { read, show, hasForm, status, address, search: { ...search } };
}
