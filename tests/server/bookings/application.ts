import { recorded } from '../../db/rows.ts';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { Store } from '#db/store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import { HashingQueue } from '#server/accounts/passwords/passwords.ts';
import { type AppParts, createApp } from '#server/app.ts';
import { Photos } from '#server/bookings/photos/photos.ts';
import { LiveAvailability } from '#server/bookings/availability/live-availability.ts';
import { type Config, loadConfig } from '#server/process/config.ts';
import { evenDuration } from '#server/web/limits/even-duration.ts';
import { openGuards } from '#server/context.ts';
import { JOBS } from '#server/jobs.ts';
import { OpenStreams } from '#server/web/limits/open-streams.ts';
import { createLog } from '#server/process/log.ts';
import { BackupWatch } from '#server/operations/backup/backup-watch.ts';
import { MailNotices } from '#server/outside/mail/mail-notices.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import type { ObjectStorage } from '#server/outside/storage/port.ts';
import { NO_WEBHOOKS, type WebhookProvider } from '#server/outside/webhooks/port.ts';
import { WatchedWebhooks } from '#server/outside/webhooks/watched-webhooks.ts';
import type { PaymentProvider } from '#server/outside/payments/port.ts';
import { openIn } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { NOW } from '../../events/facts.ts';
import { HandClock } from '../hand-clock.ts';

interface Parts<Provider extends PaymentProvider> {
  readonly now?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the data is: a fresh folder unless given. */
  readonly folder?: string;
  readonly openPayments: (config: Config, clock: HandClock, store: Store) => Provider;
  /** Nothing is published unless it is given. */
  readonly openWebhooks?: ((config: Config, clock: HandClock) => WebhookProvider) | undefined;
  /** Makes the pages. Unless given, a page is the flash it was given, as JSON. */
  readonly renderPage?: AppParts['renderPage'];
  /** The object storage: a folder unless given. */
  readonly openStorage?: (folder: FolderStorage) => ObjectStorage;
}

/** The smallest cost of argon2. The product's own cost is tested with passwords. */
const HASHING_COST = { memory: 8, passes: 1, parallelism: 1 };

/**
 * The whole application over a data folder, a payment provider and a clock moved by hand.
 */
export function openApplication<Provider extends PaymentProvider>({
  now = NOW,
  env,
  folder = tempFolder(),
  openPayments,
  openStorage = (folder) => folder,
  openWebhooks = () => NO_WEBHOOKS,
  renderPage = ({ flash, status = 200 }) => Promise.resolve(Response.json(flash, { status })),
}: Parts<Provider>) {
  const clock = new HandClock(now);
  const COOKIE_SECRET = 'a secret of the tests, long enough for all';
  const config = loadConfig({ DATA_FOLDER: folder, COOKIE_SECRET, ...env });
  const { store } = openIn(folder, () => clock.now(), JOBS);
  const payments = openPayments(config, clock, store);
  const objects = new FolderStorage({ folder: join(folder, 'objects'), clock });
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  const streams = new OpenStreams();
  const liveAvailability = new LiveAvailability({ store, clock, config });
  const hashing = new HashingQueue(HASHING_COST);
  const mailHealth = { canSend: true };
  const webhooks = new WatchedWebhooks(openWebhooks(config, clock));
  const guards = openGuards({ config, store, clock, now: () => clock.now() });
  const storage = openStorage(objects);
  const services = {
    config,
    log,
    clock,
    store,
    payments,
    storage,
    photos: new Photos({ storage, clock, log, secrets: [COOKIE_SECRET] }),
    streams,
    liveAvailability,
    hashing,
    inEvenDuration: evenDuration(0),
    mailHealth,
    mailNotices: new MailNotices('mailbox', config.mail.webhookSecrets),
    backup: new BackupWatch({ store, clock, storage, config }),
    webhooks,
    ...guards,
  };
  const app = createApp({
    services,
    clientFolder: null,
    devRoutes: new Hono(),
    renderPage,
  });
  return {
    ...services,
    app,
    /** What was logged, a JSON text a line. */
    lines,
    row: (id: string): Promise<BookingRow | undefined> => bookingById(store.db, id),
    state: (id: string) => store.stateOf(bookingStream(id)),
    /** Types of a booking's events, in order. */
    history: (id: string): string[] => {
      const all = recorded(store, BOOKING_EVENTS);
      return all.filter(({ stream }) => stream === bookingStream(id).name).map(({ type }) => type);
    },
    /** Resolves with the next event of this type to be recorded. */
    recorded: (type: DomainEvent['type']): Promise<Recorded<DomainEvent>> =>
      new Promise((resolve) => {
        const stop = store.onCommit((events) => {
          const event = events.find((each) => each.type === type);
          if (event) resolve(event);
          if (event) stop();
        });
      }),
  };
}

const BOOKING_EVENTS = (Object.keys(eventShapes) as DomainEvent['type'][]).filter(
  (type) => !/^(?:Mail|Units|ForfeitureEnded)/.test(type),
);
