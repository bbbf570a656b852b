/** The secret calendar address of an admin, which calendar programs poll. */
import { randomUUID } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import { addLink, endLinks, linkOfToken, linksOf } from '#db/queries/accounts/accounts.ts';
import { accountStream } from '#events/account/account.ts';
import { makeCalendarFeed, removeCalendarFeed } from '#events/account/account-changes.ts';
import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { civilDateAt } from '#events/business-time.ts';
import { addDays } from '#shared/civil-date.ts';
import { OWNER_WINDOW_DAYS } from '#shared/owner/schedule.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { Sealer } from '../web/http/sealing.ts';
import { visitsCalendar } from './visits-calendar.ts';
import { entriesBetween } from './near-visits.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

const PURPOSE = 'calendar-feed';

/** 256 bits in base64url. */
const FEED_TOKEN = /^[\w-]{43}$/;

const PAST_DAYS = 60;

/** One for each secret, the current one first. Valid while its hash is stored; the database can't produce it without a secret. */
function tokensOf({ config }: Pick<Dependencies, 'config'>, account: string, generation: string): readonly string[] {
  return new Sealer(config.cookieSecrets).signatures(PURPOSE, `${account}:${generation}`);
}

async function generationOf({ store, clock }: Dependencies, account: string): Promise<string | null> {
  const links = await linksOf(store.db, account, clock.now());
  return links.find(({ purpose }) => purpose === PURPOSE)?.subject ?? null;
}

/** Null if there is none, or it was made with a former secret. */
export async function feedUrl(dependencies: Dependencies, account: string): Promise<string | null> {
  const { store, clock, config } = dependencies;
  const generation = await generationOf(dependencies, account);
  if (generation === null) return null;
  for (const token of tokensOf(dependencies, account, generation))
    if (await linkOfToken(store.db, token, clock.now())) return `${config.publicUrl}/calendar/${token}.ics`;
  return null;
}

/** Replaces an earlier address. Throws `Rejected` with `not-allowed`. */
export async function makeFeed(dependencies: Dependencies, account: string, cause: Cause): Promise<void> {
  const { store, clock } = dependencies;
  const [generation, now] = [randomUUID(), clock.now()];
  const link = { account, purpose: PURPOSE, subject: generation } as const;
  await store.change({
    streams: { account: accountStream(account), roles: rolesStream },
    decide: (states) => makeCalendarFeed(states, account),
    writes: () => [
      endLinks(store.db, account, PURPOSE),
      ...addLink(store.db, tokensOf(dependencies, account, generation)[0]!, link, now),
    ],
    cause,
  });
}

export async function removeFeed(dependencies: Dependencies, account: string, cause: Cause): Promise<void> {
  const { store } = dependencies;
  if ((await generationOf(dependencies, account)) === null) return;
  await store.change({
    streams: { account: accountStream(account) },
    decide: (states) => removeCalendarFeed(states, account),
    writes: () => [endLinks(store.db, account, PURPOSE)],
    cause,
  });
}

/** An iCalendar file of the last weeks and the year ahead; null for an invalid token, or a former admin's. */
export async function feedFile(dependencies: Dependencies, token: string): Promise<string | null> {
  if (!FEED_TOKEN.test(token)) return null;
  const { store, config } = dependencies;
  const { now, timeZone } = businessTime(dependencies);
  const link = await linkOfToken(store.db, token, now);
  if (link?.purpose !== PURPOSE || link.subject === null) return null;
  if (!tokensOf(dependencies, link.account, link.subject).includes(token)) return null;
  const account = await store.stateOf(accountStream(link.account));
  if (account?.status !== 'active' || !isAdmin(await store.stateOf(rolesStream), link.account)) return null;
  const today = civilDateAt(now, timeZone);
  const visits = await entriesBetween(dependencies, addDays(today, -PAST_DAYS), addDays(today, OWNER_WINDOW_DAYS));
  return visitsCalendar(visits, { name: config.appName, timeZone, origin: config.publicUrl });
}
