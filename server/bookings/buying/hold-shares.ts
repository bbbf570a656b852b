import { lruCache } from '../../process/lru-cache.ts';
import type { Booking } from '#events/booking/booking.ts';
import {
  type DayAhead,
  type Holding,
  type Share,
  beyondShare,
  withHolds,
  withoutHold,
} from '#events/booking/calendar-share.ts';
import type { Networks } from '../../web/http/client-address.ts';

/** Number of holds and networks remembered; the longest idle ones are forgotten first. */
const MOST_KNOWN = 10_000;
/** A network that paid for a booking counts as a customer's for this long, or until a restart. */
const PAID_LATELY_MS = 30 * 86_400_000;

/**
 * Shares of unpaid holds: of one paid booking; of one household; of a network that many share; and of all newcomers together
 * (visitors who have paid for no booking, with or without an account). One network has a quarter of what all newcomers have, so that it
 * cannot use that up, not even of the nearest days.
 */
const CUSTOMER_SHARE: Share = { part: 1 / 6, least: 2 };
const HOUSEHOLD_SHARE: Share = { part: 1 / 12, least: 2 };
const WIDE_SHARE: Share = { part: 1 / 8, least: 3 };
const NEWCOMERS_SHARE: Share = { part: 1 / 2, least: 4 };

/** Networks with at most this allowance are one household's: an IPv4 address, an IPv6 /64 or /56. */
const HOUSEHOLD_ALLOWANCE = 2;

/** Thrown when the holds of the client's network, or of all newcomers, already take their share. */
export class TooManyHolds extends Error {
  readonly whose: 'network' | 'newcomers';
  /** When the first of these holds ends, in milliseconds. */
  readonly until: number;

  constructor(whose: 'network' | 'newcomers', until: number) {
    super(`the holds of ${whose} take their share of the calendar`);
    this.whose = whose;
    this.until = until;
  }
}

export interface HoldSharesOptions {
  /** Multiplier of the usual shares; 0 for no limit. */
  readonly factor: number;
  /** Returns the booking window, today first. */
  readonly daysAhead: () => Promise<readonly DayAhead[]>;
  /** Returns a booking that is held and neither paid nor lapsed; null for any other. */
  readonly standing: (booking: string) => Promise<Booking | null>;
  /** Whether a booking is paid and not refunded. */
  readonly isPaidFor: (booking: string) => Promise<boolean>;
}

/** The visitor that a hold is counted for. */
interface Holder {
  readonly networks: Networks;
  /** A booking that the visitor has paid for, which identifies them as a customer; null for a newcomer. */
  readonly paidBooking: string | null;
}

export interface HoldAsking extends Holder {
  /** The booking that the visitor's cookie names. */
  readonly own: string | null;
  /** The requested units. */
  readonly wish: Omit<Holding, 'booking'>;
}

/** Placeholder id for the booking of the requested hold. */
const ASKED = '';

/** A share that a hold counts towards. */
interface HolderShare {
  readonly share: Share;
  readonly whose: TooManyHolds['whose'];
  /** Whether a hold counts, by its visitor; undefined when the visitor is not remembered. */
  readonly isTheirs: (of: Holder | undefined) => boolean;
}

const isNewcomer = (of: Holder | undefined): boolean => (of?.paidBooking ?? null) === null;

/** The shares that a newcomer's hold counts towards: of each of their networks, and of all newcomers. */
function newcomerShares(networks: Networks): HolderShare[] {
  const byNetwork = networks.map(({ name, allowance }): HolderShare => ({
    share: allowance <= HOUSEHOLD_ALLOWANCE ? HOUSEHOLD_SHARE : WIDE_SHARE,
    whose: 'network',
    isTheirs: (of) => isNewcomer(of) && of?.networks.some((network) => network.name === name) === true,
  }));
  return [...byNetwork, { share: NEWCOMERS_SHARE, whose: 'newcomers', isTheirs: isNewcomer }];
}

/** The share of a customer, from whichever network. */
function customerShare(paidBooking: string): HolderShare {
  return { share: CUSTOMER_SHARE, whose: 'network', isTheirs: (of) => of?.paidBooking === paidBooking };
}

/** What the log says before a hold is decided. */
interface Calendar {
  /** The visitor's own hold. */
  readonly standing: Booking | null;
  readonly days: readonly DayAhead[];
}

/** A hold that is being decided. */
interface Coming {
  readonly holding: Holding;
  /** Resolves once it is decided, whatever the result. */
  readonly decided: Promise<unknown>;
}

/**
 * Keeps unpaid holds within shares of the calendar, which is read from the log's own state. A hold that might exceed its share
 * waits until the ones before it are decided, because most of a crowd are refused. The visitor of a standing hold is remembered
 * only in memory: after a restart the hold counts as a newcomer's without a network, until it ends.
 */
export class HoldShares {
  readonly #options: HoldSharesOptions;
  readonly #holders = lruCache<Holder>(MOST_KNOWN);
  /** A booking that a network paid for, by the network's name. */
  readonly #paidLately = lruCache<string>(MOST_KNOWN, PAID_LATELY_MS);
  readonly #coming = new Map<string, Coming>();
  #attempts = 0;
  #decided = 0;

  constructor(options: HoldSharesOptions) {
    this.#options = options;
  }

  /** Records that a booking was paid: the network it was held from counts as a customer's now. */
  paid(booking: string): void {
    const [network] = this.#holders.get(booking)?.networks ?? [];
    if (network) this.#paidLately.set(network.name, booking);
  }

  /** Runs a visitor's claim within the shares. Throws `TooManyHolds`. */
  async within(asking: HoldAsking, claim: (own: string | null) => Promise<string>): Promise<string> {
    const { networks, own, wish } = asking;
    const holder = { networks, paidBooking: asking.paidBooking ?? (await this.#paidFrom(networks)) };
    const shares = this.#sharesOf(holder);
    if (shares.length === 0) return claim(own);
    for (;;) {
      const decidedBefore = this.#decided;
      const calendar = await this.#read(own);
      // A hold that was decided meanwhile may be missing in what was read. No other request runs between the check and the claim.
      if (decidedBefore !== this.#decided) continue;
      if (this.#hasRoom(shares, holder, calendar, { own, wish })) break;
      await Promise.race([...this.#coming.values()].map(({ decided }) => decided));
    }
    const attempt = `attempt ${(this.#attempts += 1)}`;
    const claimed = claim(own);
    const decided = claimed.then(
      // A hold counts for the visitor who made it, even when another visitor continues it.
      (booking) => this.#holders.has(booking) || this.#holders.set(booking, holder),
      () => {},
    );
    this.#holders.set(attempt, holder);
    this.#coming.set(attempt, { holding: { booking: attempt, ...wish }, decided });
    await decided;
    this.#coming.delete(attempt);
    this.#decided += 1;
    this.#holders.delete(attempt);
    return claimed;
  }

  async #paidFrom([narrowest]: Networks): Promise<string | null> {
    const booking = narrowest && this.#paidLately.get(narrowest.name);
    return booking !== undefined && (await this.#options.isPaidFor(booking)) ? booking : null;
  }

  /** The shares that a hold counts towards; none for a call of the process itself, or without limits. */
  #sharesOf({ networks, paidBooking }: Holder): HolderShare[] {
    const { factor } = this.#options;
    if (factor === 0 || networks.length === 0) return [];
    const scaled = ({ part, least }: Share): Share => ({ part: part * factor, least: least * factor });
    const shares = paidBooking === null ? newcomerShares(networks) : [customerShare(paidBooking)];
    return shares
      .map(({ share, whose, isTheirs }): HolderShare => ({ share: scaled(share), whose, isTheirs }))
      .filter(({ share }) => share.part < 1);
  }

  async #read(own: string | null): Promise<Calendar> {
    const standing = own === null ? null : await this.#options.standing(own);
    return { standing, days: await this.#options.daysAhead() };
  }

  /** Whether the hold can be requested now, or only after others are decided. Throws `TooManyHolds` when waiting cannot help. */
  #hasRoom(
    shares: readonly HolderShare[],
    holder: Holder,
    { standing, days: now }: Calendar,
    { own, wish }: Pick<HoldAsking, 'own' | 'wish'>,
  ): boolean {
    const isKept = standing?.date === wish.date && wish.units.every((unit) => standing.units.includes(unit));
    if (isKept) return true;
    const days = own === null ? now : withoutHold(now, own);
    const asked = { booking: ASKED, ...wish };
    const holderOf = (booking: string) => (booking === ASKED ? holder : this.#holders.get(booking));
    const beyond = (held: readonly DayAhead[]) => {
      for (const { share, whose, isTheirs } of shares) {
        const until = beyondShare(held, wish.date, share, (booking) => isTheirs(holderOf(booking)));
        if (until !== null) return new TooManyHolds(whose, until);
      }
      return null;
    };
    const refusal = beyond(withHolds(days, [asked]));
    if (refusal) throw refusal;
    const coming = [...this.#coming.values()].map(({ holding }) => holding);
    return coming.length === 0 || beyond(withHolds(days, [...coming, asked])) === null;
  }
}
