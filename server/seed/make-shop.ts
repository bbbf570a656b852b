import { jobsCausedBy } from '#db/jobs.ts';
import { endDueJobs } from '#db/queries/jobs.ts';
import { instantOf } from '#events/business-time.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { JOBS } from '../jobs.ts';
import type { Config } from '../process/config.ts';
import { customerHash, register } from './accounts.ts';
import { visit } from './buying.ts';
import { followUp } from './follow-ups.ts';
import { addPartner, openBusiness, planClosures } from './owner.ts';
import { SeedRefused, openShop } from './shop.ts';
import { planJob } from './story-jobs.ts';
import { type Story, addEach, instantsOf, newStory } from './story.ts';

/** Holds that visitors make each day. A third of them is paid: one crew has two units a day to sell. */
export const BOOKINGS_A_DAY = 5;

/** The shortest story: the last weeks have reminders, refunds and a mail that was refused. */
const LEAST_DAYS = 28;

/** No story begins earlier: clocks of computers count from here. */
export const FIRST_DATE: CivilDate = '1970-01-02';

/** The hour at which the first day begins. */
const OPENING_HOUR = 6;

export interface ShopPlan {
  readonly bookings: number;
  readonly users: number;
  readonly seed: number;
  /** The last date, and the instant at which the story ends on it. */
  readonly until: CivilDate;
  readonly end: number;
}

export interface MadeShop {
  readonly bookings: number;
  readonly users: number;
  readonly events: number;
  readonly since: CivilDate;
}

/** Days that a number of bookings takes. */
export function daysFor(bookings: number): number {
  return Math.max(LEAST_DAYS, Math.ceil(bookings / BOOKINGS_A_DAY));
}

/**
 * Makes a shop in the data folder of the configuration, which must have no events yet: the site's own use cases, called at the
 * instants of a made-up story. `reached` is told how many bookings and users there are. Throws `SeedRefused` and `FatalError`.
 */
export async function makeShop(
  config: Config,
  plan: ShopPlan,
  reached: (made: number) => void = () => {},
): Promise<MadeShop> {
  const since = addDays(plan.until, -daysFor(plan.bookings));
  if (since < FIRST_DATE) throw new SeedRefused(`The story would begin on ${since}, before ${FIRST_DATE}.`);
  const start = instantOf(since, OPENING_HOUR, config.timeZone);
  const lastDay = instantOf(plan.until, 0, config.timeZone);
  const shop = await openShop(config, start);
  try {
    const story = newStory(shop, { ...plan, start, lastDay });
    const stop = shop.store.onCommit(async (events) => {
      for (const job of events.flatMap((event) => jobsCausedBy(JOBS, event))) planJob(story, job);
      for (const event of events) await followUp(story, event);
    });
    await plot(story, plan);
    await tell(story, () => reached(story.made.bookings + story.made.users));
    stop();
    await settle(story);
    return { ...story.made, events: shop.store.position, since };
  } finally {
    shop.close();
  }
}

/** Plans when visitors come and customers register. */
async function plot(story: Story, { bookings, users }: ShopPlan): Promise<void> {
  const passwordHash = await customerHash();
  story.agenda.add(story.start, () => openBusiness(story));
  planClosures(story);
  const hasPartner = users > 2;
  if (hasPartner) addPartner(story, passwordHash);
  const others = Math.max(0, users - (hasPartner ? 2 : 1));
  addEach(story, instantsOf(story, others), () => register(story, passwordHash));
  // A trade makes a second booking: then one visitor less comes. For a visitor without a slot the next one comes twice.
  let came = 0;
  addEach(story, instantsOf(story, bookings), async () => {
    came += 1;
    while (story.made.bookings < came && (await visit(story)));
  });
}

/** How often progress is told, in steps. */
const TOLD_EVERY = 500;

async function tell({ agenda, shop, end }: Story, told: () => void): Promise<void> {
  let steps = 0;
  for (let next = agenda.take(end); next; next = agenda.take(end)) {
    shop.clock.moveTo(next.at);
    await next.step();
    if ((steps += 1) % TOLD_EVERY === 0) told();
  }
  shop.clock.moveTo(end);
  told();
}

/** Leaves nothing to do for the first start but what comes due after the story. */
async function settle({ shop: { store, clock } }: Story): Promise<void> {
  await store.write([endDueJobs(store.db, clock.now())]);
}
