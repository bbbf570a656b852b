import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { AppRpc } from '#shared/calls/contract.ts';
import { AREA_PATHS, WORK_PATHS } from '#shared/business/public-pages.ts';
import { versionTag } from '../http/known-version.ts';
import { type Outside, cachedPagePolicy } from '../middleware/security-headers.ts';
import { type Ingredients, KeptPages, type Render } from './kept-pages.ts';

/** A rendered page that is the same for every visitor. */
export interface CachedPage {
  readonly html: Uint8Array<ArrayBuffer>;
  readonly brotli: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** Its content security policy: this site's files, and exactly these inline scripts. */
  readonly policy: string;
}

/** The pages that are the same for every visitor, each with the data that it shows. */
const INGREDIENTS = new Map<string, (rpc: AppRpc) => Ingredients | Promise<Ingredients | null>>([
  ['/', withNextOpen],
  ['/pricing', withNothing],
  ['/about', withNothing],
  ['/services', withNothing],
  ['/areas', withNextOpen],
  ['/legal/terms', withNothing],
  ['/legal/privacy', withNothing],
  ['/legal/accessibility', withNothing],
  ...[...WORK_PATHS, ...AREA_PATHS].map((path) => [path, withNextOpen] as const),
]);

/** Paths of the pages for reading, which are the same for every visitor but for the name of one who is signed in. */
export const DOCUMENTS: ReadonlySet<string> = new Set(INGREDIENTS.keys());

async function withNextOpen(rpc: AppRpc): Promise<Ingredients | null> {
  // If it fails, the page is rendered without it, but not cached.
  const next = await rpc.nextOpen().catch(() => null);
  return next && { key: JSON.stringify(next), rpc: { ...rpc, nextOpen: async () => next } };
}

function withNothing(rpc: AppRpc): Ingredients {
  return { key: '', rpc };
}

const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
const compress = promisify(brotliCompress);
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

async function toCached(response: Response, outside: Omit<Outside, 'payOrigin'>): Promise<CachedPage> {
  const html = Buffer.from(await response.arrayBuffer());
  const scripts = [...html.toString().matchAll(INLINE_SCRIPT)].map(([, script]) => script ?? '');
  const brotli = await compress(html, { params: QUALITY });
  return { html, brotli, etag: versionTag(html), policy: cachedPagePolicy(scripts, outside) };
}

/** What a visitor's request decides of a page that is the same for all who decide the same. */
interface Variant {
  /** Stands for the decision. */
  readonly name: string;
  readonly outside: Outside;
}

/** Each page for each of the four states of a visitor's consent. */
const MOST = 4 * INGREDIENTS.size;

/** Cache of pages that are the same for every visitor, until their data changes. */
export class CachedPages {
  readonly #pages = new KeptPages<CachedPage>(MOST);

  /**
   * The page, rendered now unless it is cached; null when rendering failed: such a page is not cached. `asOf` changes whenever availability
   * may have changed.
   */
  get(
    path: string,
    variant: Variant,
    { asOf, callsOf }: { readonly asOf: string; readonly callsOf: () => AppRpc },
    render: Render,
  ): Promise<CachedPage | null> {
    return this.#pages.get(`${path} ${variant.name}`, asOf, async () => {
      const ingredients = await INGREDIENTS.get(path)?.(callsOf());
      if (!ingredients) return null;
      const make = async () => {
        const response = await render(ingredients.rpc);
        return response.status === 200 ? toCached(response, variant.outside) : null;
      };
      return { key: ingredients.key, make };
    });
  }
}
