import type { Legal } from '#shared/business/legal.ts';
import type { Store } from '#db/store.ts';
import { type BookingTime, type BusinessTime, bookingTimeAt } from '#events/business-time.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import type { Secrets } from '../process/secrets.ts';
import type { Mailer } from '../outside/mail/port.ts';
import type { ObjectStorage } from '../outside/storage/port.ts';
import type { WebhookProvider } from '../outside/webhooks/port.ts';
import type { PaymentProvider } from '../outside/payments/port.ts';

export interface BookingDependencies {
  readonly store: Store;
  readonly payments: PaymentProvider;
  readonly clock: Clock;
  readonly config: {
    readonly appName: string;
    readonly legal: Legal;
    readonly timeZone: string;
    readonly bookingWindowDays: number;
    /** Without a trailing slash. */
    readonly publicUrl: string;
    readonly cookieSecrets: Secrets;
  };
}

export interface JobDependencies extends BookingDependencies {
  readonly mailer: Mailer;
  readonly webhooks: WebhookProvider;
  readonly log: Log;
  readonly config: BookingDependencies['config'] & {
    readonly email: string;
    readonly phone: string | null;
    readonly showPhone: boolean;
    readonly ownerEmail: string;
    readonly webhookCustomerData: boolean;
  };
}

export interface StoringDependencies extends JobDependencies {
  readonly storage: ObjectStorage;
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

/** Cached by the minute, because looking up a time zone takes longer than a decision. */
let last: { readonly minute: number; readonly timeZone: string; readonly today: CivilDate } | null = null;

export function bookingTime({ clock, config }: Pick<BookingDependencies, 'clock' | 'config'>): BookingTime {
  const time = { ...businessTime({ clock, config }), windowDays: config.bookingWindowDays };
  const minute = Math.floor(time.now / 60_000);
  if (last?.minute !== minute || last.timeZone !== time.timeZone) last = { minute, ...bookingTimeAt(time) };
  return { ...time, today: last.today };
}
