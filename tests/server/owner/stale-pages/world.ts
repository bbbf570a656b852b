/** Commands of the owner from pages that were rendered before something changed: each is refused, and its page says why. */
import { expect, test } from 'vitest';
import { wordAccountRefusal } from '#client/wording/account-refusals.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { dayStream } from '#events/day.ts';
import { renderPage } from '#server/web/render/render-page.tsx';
import { formTokenField } from '#shared/account/form-token.ts';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { RefusalName } from '#shared/calls/refusals.ts';
import { ADA, BEN, books, openTown } from '../../accounts/town.ts';
import { openSite } from '../../bookings/site.ts';
import { DATE, MORNING_STARTS, NOW } from '../../../events/facts.ts';

export const DAY_MS = 24 * 3_600_000;
export const CAUSE = { correlation: 'test' };
export const MORNING = { date: DATE, claim: 'am' } as const;

/** The site with its real pages, an admin, and Ben, who has an account. */
async function world() {
  const town = openTown(() => openSite(NOW, {}, renderPage));
  const ada = await town.resident(ADA);
  const ben = await town.resident(BEN);
  return { town, ada, ben, account: await town.idOf(BEN.email), own: await town.idOf(ADA.email) };
}

export type World = Awaited<ReturnType<typeof world>>;

export async function waitUntil({ town, ada }: World, at: number): Promise<void> {
  for (let left = at - town.clock.now(); left > 0; left = at - town.clock.now()) {
    town.clock.advance(Math.min(left, DAY_MS));
    await ada.session();
  }
}

export function book({ town }: World): Promise<string> {
  return books(town, town.person(), 'guest@example.com', MORNING);
}

/** The customer cancels. */
export async function cancels({ town }: World, id: string): Promise<void> {
  const by = { booking: id, by: 'customer', now: town.clock.now(), timeZone: town.config.timeZone } as const;
  const streams = { booking: bookingStream(id), day: dayStream(DATE) };
  await town.store.change({ streams, decide: (states) => cancelBooking(states, by), cause: CAUSE });
}

/** A payment that is kept for a late cancellation. */
export async function forfeit(given: World): Promise<string> {
  const id = await book(given);
  await waitUntil(given, MORNING_STARTS - DAY_MS);
  await cancels(given, id);
  return id;
}

/** What the page shows, as the input of its command, and what then happens elsewhere. */
export interface Stale {
  readonly input: object;
  readonly meanwhile: () => Promise<unknown>;
}

/** A command, what happens after its page was rendered, and why the command is then refused. */
export type Case = readonly [
  command: AccountCommand,
  meanwhile: string,
  refusal: RefusalName,
  stale: (given: World) => Promise<Stale>,
];

/** The fields of a form with this input. */
function fieldsOf(form: AccountCommand, input: object): Record<string, string> {
  const fields = Object.entries(input).filter(([, value]) => !Array.isArray(value));
  return { ...Object.fromEntries(fields.map(([name, value]) => [name, String(value)])), form };
}

/** The words of a page. */
function wordsOf(html: string): string {
  return html.replaceAll(/<(?:script|style)[^>]*>.*?<\/(?:script|style)>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
}

/** Tests that each command is refused after what happened meanwhile, changes nothing, and that its page says why, with and without script. */
export function refusesStale(about: string, cases: readonly Case[]): void {
  test.each(cases)(
    `${about}: %s after %s is refused with %s`,
    { timeout: 20_000 },
    async (command, _, refusal, stale) => {
      const given = await world();
      const { town, ada } = given;
      const { input, meanwhile } = await stale(given);
      await meanwhile();
      const before = town.store.position;
      expect(await ada.call(command, input as never)).toMatchObject({ refusal });
      const token = formTokenField((await ada.formToken()) ?? '');
      const response = await ada.browser.request(rpcPath(command), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ [token]: '', ...fieldsOf(command, input) }).toString(),
      });
      expect(response.status).toBe(422);
      const text = wordsOf(await response.text());
      expect(text).toContain(wordAccountRefusal(refusal).title);
      expect(town.store.position).toBe(before);
    },
  );
}
