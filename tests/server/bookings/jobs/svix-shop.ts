import { recorded } from '../../../db/rows.ts';
import { afterEach, beforeEach, vi } from 'vitest';
import { type BookingEvent, bookingStream } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Job } from '#db/jobs.ts';
import { dueJobs } from '#db/queries/jobs.ts';
import { SvixWebhooks } from '#server/outside/webhooks/svix.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE, NOW } from '../../../events/facts.ts';
import type { Asked, Fault, SvixFake } from '../../outside/webhooks/svix-fake.ts';
import { startSvix } from '../../outside/webhooks/svix-server.ts';
import { areDone, until } from '../../workers/run.ts';
import { MINUTE, type Site, openSite } from '../site.ts';

export const CAUSE = { correlation: 'test' };

/** A site that publishes to a server with Svix's API, a new one for each test. */
export function svixShop() {
  let svix: Awaited<ReturnType<typeof startSvix>>;
  beforeEach(async () => {
    svix = await startSvix();
    svix.fake.applications.set('bookings', 'Oak');
    // No jitter.
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => svix.stop());

  return {
    get fake(): SvixFake {
      return svix.fake;
    },
    open: (env: Record<string, string> = {}, timeoutMs = 2000): Site =>
      openSite(NOW, env, undefined, ({ appName }, clock) => {
        const application = { uid: 'bookings', name: appName };
        return new SvixWebhooks({ token: 'testsk_0123456789', serverUrl: svix.url, application, clock, timeoutMs });
      }),
    /** Requests for new messages. */
    creations: () => svix.fake.asked.filter(isCreation),
    /** The types of the messages that there are. */
    published: () => svix.fake.messages.map(({ eventType }) => eventType),
    /** The fault of each request for a new message, as long as it is one. */
    creationsFail(faultOf: (asked: Asked) => Fault | null): void {
      svix.fake.fault = (asked) => (isCreation(asked) ? faultOf(asked) : null);
    },
  };
}

function isCreation({ method, path }: Asked): boolean {
  return method === 'POST' && path.includes('/msg?');
}

/** The event that a request for a new message is about. */
export function eventIdOf({ body }: Asked): string {
  return (body as { eventId: string }).eventId;
}

/** A visitor books and pays. Resolves with the booking's id. */
export async function books(site: Site, day = 0): Promise<string> {
  const visitor = site.visitor(`192.0.2.${day + 1}`);
  const id = await visitor.holds({ date: addDays(DATE, day), email: `guest${day}@example.com` });
  await visitor.pays();
  await visitor.returns();
  return id;
}

export async function record(site: Site, id: string, ...events: BookingEvent[]): Promise<void> {
  const streams = { booking: bookingStream(id) };
  await site.store.change({ streams, decide: () => ({ booking: events }), cause: CAUSE });
}

/** The recorded events of these types. */
export function all({ store }: Site, ...types: DomainEvent['type'][]): Recorded<DomainEvent>[] {
  return recorded(store, types);
}

/** The first waiting message about each booking. */
export function waiting({ store }: Site): Promise<Job[]> {
  return dueJobs(store.db, 'webhook', Number.MAX_SAFE_INTEGER, 1000);
}

/** Whether nothing waits to be published. */
export function isDone(site: Site): Promise<boolean> {
  return areDone(site, 'webhook');
}

/** Advances the clock to each next attempt of the jobs about webhooks, until the condition holds. */
export async function attempts({ store, clock }: Site, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const jobs = async () => {
    const kinds = ['webhook', 'webhook-forgetting', 'webhook-event-types'];
    return JSON.stringify(
      await Promise.all(kinds.map((kind) => dueJobs(store.db, kind, Number.MAX_SAFE_INTEGER, 1000))),
    );
  };
  while (!(await isSo())) {
    const before = await jobs();
    clock.advance(15 * MINUTE);
    await until(async () => (await isSo()) || (await jobs()) !== before);
  }
}
