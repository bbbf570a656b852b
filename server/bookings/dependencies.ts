import type { Legal } from '#shared/business/legal.ts';
import type { Store } from '#db/store.ts';
import { type BookingTime, type BusinessTime, bookingTimeAt } from '#events/business-time.ts';
import type { Clock } from '../process/clock.ts';
import type { PaymentProvider } from '../outside/payments/port.ts';

/** What the use cases of bookings need. */
export interface BookingDependencies {
  readonly store: Store;
  readonly payments: PaymentProvider;
  readonly clock: Clock;
  readonly config: {
    readonly appName: string;
    readonly legal: Legal;
    readonly timeZone: string;
    /** Number of dates ahead that can be booked. */
    readonly bookingWindowDays: number;
    /** The site's public origin, without a trailing slash: every absolute link starts with it. */
    readonly publicUrl: string;
    readonly cookieSecret: string;
  };
}

export function businessTime({
  clock,
  config,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly config: { readonly timeZone: string };
}): BusinessTime {
  return { now: clock.now(), timeZone: config.timeZone };
}

export function bookingTime({ clock, config }: Pick<BookingDependencies, 'clock' | 'config'>): BookingTime {
  return bookingTimeAt({ ...businessTime({ clock, config }), windowDays: config.bookingWindowDays });
}
