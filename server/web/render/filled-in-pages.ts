import type { AppRpc } from '#shared/calls/contract.ts';
import { BlankPage } from './blanks.ts';
import { type Ingredients, KeptPages, type Render } from './kept-pages.ts';

/** Addresses that are kept: each takes 80 kB at most. */
const MOST = 32;

/** What a page is made of. */
interface Sources {
  /** Changes whenever availability may have changed. */
  readonly asOf: string;
  /** Changes when the page's data counts as old. */
  readonly minute: number;
  readonly callsOf: () => AppRpc;
}

/** The pages that are filled in, each with the data that it shows. */
const INGREDIENTS = new Map<string, (sources: Sources, hasQuery: boolean) => Promise<Ingredients | null>>([
  ['/book', withAvailability],
  ['/login', async ({ minute, callsOf }) => ({ key: String(minute), rpc: callsOf() })],
]);

async function withAvailability({ asOf, minute, callsOf }: Sources, hasQuery: boolean): Promise<Ingredients | null> {
  const rpc = callsOf();
  // If it fails, the page says so, but is not kept.
  const next = await rpc.availability({}).catch(() => null);
  if (!next) return null;
  const availability: AppRpc['availability'] = async (range) =>
    range.from === undefined && range.to === undefined ? next : rpc.availability(range);
  // A page with a query may show another month, too.
  return { key: `${minute} ${hasQuery ? asOf : ''} ${JSON.stringify(next)}`, rpc: { ...rpc, availability } };
}

/** Pages that differ only by a nonce and a key between visitors who have nothing of their own, by address. */
export class FilledInPages {
  readonly #pages = new KeptPages<BlankPage>(MOST);

  has(path: string): boolean {
    return INGREDIENTS.has(path);
  }

  /**
   * The page of a path and query with blanks, rendered now unless what it shows is unchanged; null when rendering failed. `variant` stands
   * for the visitor's consent.
   */
  async get(
    { path, query, variant }: { readonly path: string; readonly query: string; readonly variant: string },
    sources: Sources,
    render: Render,
  ): Promise<BlankPage | null> {
    const read = INGREDIENTS.get(path);
    if (!read) return null;
    return this.#pages.get(`${path}${query} ${variant}`, sources.asOf, async () => {
      const ingredients = await read(sources, query !== '');
      return ingredients && { key: ingredients.key, make: () => rendered(render(ingredients.rpc)) };
    });
  }
}

async function rendered(rendering: Promise<Response>): Promise<BlankPage | null> {
  const response = await rendering;
  return response.status === 200 ? BlankPage.of(Buffer.from(await response.arrayBuffer())) : null;
}
