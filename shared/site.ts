/** What every page says about the business and the owner can configure. */
export interface Site {
  readonly name: string;
  readonly email: string;
  /** Null when the owner shows none. */
  readonly phone: string | null;
  /** Addresses of the business's profiles elsewhere. */
  readonly profiles: readonly string[];
  /** The site's own origin, without a slash at the end. */
  readonly origin: string;
  /** False while nothing can be saved until the operator has seen to it: no visit can be booked, moved or canceled. */
  readonly takesBookings: boolean;
  /** False while payments are only tried out, which pages that lead to paying have to say. */
  readonly takesRealMoney: boolean;
  /** IANA name of the business time zone, which all dates and hours are in. */
  readonly timeZone: string;
}
