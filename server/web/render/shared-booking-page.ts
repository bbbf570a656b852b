import type { AppRpc } from '#shared/calls/contract.ts';
import { BlankPage } from './blanks.ts';
import { KeptPages } from './kept-pages.ts';

export const BOOKING_PAGE = '/book';

/** Addresses that are kept: each takes 80 kB. */
const MOST = 32;

type Render = (rpc: AppRpc) => Promise<Response>;

/** What a booking page is made of. */
interface Ingredients {
  /** Changes whenever availability may have changed. */
  readonly asOf: string;
  /** Changes when the page's data counts as old. */
  readonly minute: number;
  readonly callsOf: () => AppRpc;
}

/** The booking page for visitors who have nothing of their own, by address. */
export class SharedBookingPage {
  readonly #pages = new KeptPages<BlankPage>(MOST);

  /**
   * The page of a path and query with blanks, rendered now unless what it shows is unchanged; null when rendering failed. `variant` stands
   * for the visitor's consent.
   */
  get(
    address: string,
    variant: string,
    { asOf, minute, callsOf }: Ingredients,
    render: Render,
  ): Promise<BlankPage | null> {
    return this.#pages.get(`${address} ${variant}`, asOf, async () => {
      const rpc = callsOf();
      // If it fails, the page says so, but is not kept.
      const next = await rpc.availability({}).catch(() => null);
      if (!next) return null;
      // A page with a query may show another month, too.
      const isNextOnly = address === BOOKING_PAGE;
      const availability: AppRpc['availability'] = async (range) =>
        range.from === undefined && range.to === undefined ? next : rpc.availability(range);
      return {
        key: `${minute} ${isNextOnly ? '' : asOf} ${JSON.stringify(next)}`,
        make: async () => {
          const response = await render({ ...rpc, availability });
          return response.status === 200 ? BlankPage.of(Buffer.from(await response.arrayBuffer())) : null;
        },
      };
    });
  }
}
