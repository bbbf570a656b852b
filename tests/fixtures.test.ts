/**
 * Data folders of earlier releases: each was written by the built server of its time, to real requests (`tests/fixtures/make-folder.ts`).
 * What today's program shows of them is compared with what the program of then showed (`shown.json`; `UPDATE=1` records it for a new folder).
 */
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examine } from '#db/integrity/examine-folder.ts';
import { SandboxPaymentStore } from '#db/sandbox/sandbox-payments.ts';
import { manageToken } from '#server/bookings/access/manage-link.ts';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { readRows } from './db/rows.ts';
import type { StoryFolder } from './fixtures/story.ts';
import { ALL_USERS, Person } from './server/accounts/town.ts';
import { openApplication } from './server/bookings/application.ts';
import { Visitor } from './server/bookings/visitor.ts';
import { tempFolder } from './temp-folder.ts';

const FOLDERS = join(import.meta.dirname, 'fixtures');
const names = readdirSync(FOLDERS, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));

/** A copy of a folder, so that nothing is written to the one that is kept. */
function copyOf(name: string): string {
  const copy = tempFolder();
  for (const file of ['log.db', 'vault.db']) copyFileSync(join(FOLDERS, name, file), join(copy, file));
  return copy;
}

/** Today's program on a copy of the folder, at the instant at which its server stopped. */
function openFolder(name: string, { stoppedAt }: StoryFolder) {
  const site = openApplication({
    now: stoppedAt,
    folder: copyOf(name),
    openPayments({ payments }, clock) {
      if (payments.kind !== 'sandbox') throw new Error('no payments are made here');
      const store = new SandboxPaymentStore(payments.file);
      onTestFinished(() => store.close());
      return new SandboxPayments({ store, clock, webhookSecret: payments.webhookSecret });
    },
  });
  const visitor = () => new Visitor({ app: site.app, bank: { look: () => null, pay: () => false } });
  return { site, visitor };
}

const UNKNOWN = { refusal: 'unknown-booking', message: 'unknown-booking', fields: {}, nearest: [] };

/** All rows of the read models, made from the log, and what pages are given of them. */
async function shownBy(name: string, story: StoryFolder) {
  const { site, visitor } = openFolder(name, story);
  const accounts: Record<string, unknown> = {};
  for (const { email, password } of story.people) {
    const person = new Person(visitor());
    expect(await person.call('signIn', { email, password })).toMatchObject({ status: 200 });
    const { sessions: _, ...profile } = await person.profile();
    const dashboard = await person.browser.request(rpcPath('dashboard'));
    const { body: bookings } = await person.ask('bookings', { filter: 'all', page: 1 });
    accounts[email] = { profile, dashboard: (await dashboard.text()).split('\n').filter(Boolean).map(parse), bookings };
    if (profile.role === 'admin') accounts['all'] = (await person.ask('users', ALL_USERS)).body;
  }
  const bookings: Record<string, unknown> = {};
  for (const [what, id] of Object.entries(story.bookings)) {
    const stranger = visitor();
    const moves = site.state(id)?.moves ?? 0;
    await stranger.request(`/manage/${manageToken(site, id, moves)}`);
    const view = await new Person(stranger).ask('managedBooking', { eventId: id });
    // Earlier releases said of a forgotten customer's visit what they said of an unknown one.
    const shown = 'kind' in view.body && view.body.kind === 'forgotten' ? UNKNOWN : view.body;
    bookings[what] = { ticket: await stranger.ticket(id), view: shown, state: site.state(id) };
  }
  const availability = await visitor().availability();
  return { rows: await readRows(site.store), accounts, bookings, availability };
}

type Shown = Record<'rows' | 'accounts' | 'bookings' | 'availability', object>;

type Row = { readonly id?: string; readonly date?: string };

/** The rows of each read model by their keys. */
function byKey({ rows }: Shown): object {
  const models = Object.entries<readonly Row[]>(rows as Record<string, Row[]>);
  return Object.fromEntries(
    models.map(([model, of]) => [model, Object.fromEntries(of.map((row) => [row.id ?? row.date, row]))]),
  );
}

const parse = (line: string): unknown => JSON.parse(line);

function recorded(name: string, file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDERS, name, file), 'utf8'));
}

describe.each(names)('the data folder %s', (name) => {
  const story = recorded(name, 'story.json') as StoryFolder;

  test('is whole: chain, keys, accounts, log and vault', () => {
    const { chain, keys, misfit, damaged } = examine(copyOf(name));
    expect(chain?.bad).toBeNull();
    expect(chain?.events).toBeGreaterThan(100);
    expect(keys).toMatchObject({ lost: [], kept: [], accounts: [] });
    expect({ misfit, damaged }).toEqual({ misfit: null, damaged: [] });
  });

  test('opens unsealed, and replays to the rows and pages that its own release showed', async () => {
    const shown = parse(JSON.stringify(await shownBy(name, story))) as Shown;
    const file = join(FOLDERS, name, 'shown.json');
    if (process.env['UPDATE'] && !existsSync(file)) writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`);
    const then = recorded(name, 'shown.json') as Shown;
    // A later release may tell pages more, and its read models may have more columns and rows.
    expect({ ...shown, rows: byKey(shown) }).toMatchObject({ ...then, rows: byKey(then) });
  });

  test('takes new changes', async () => {
    const { site, visitor } = openFolder(name, story);
    const days = (await visitor().availability()).days;
    const free = days.find(({ am, pm }) => am === 'open' && pm === 'open');
    expect(site.store.unready).toBeNull();
    expect(await visitor().hold({ date: free!.date, claim: 'full' })).toMatchObject({ status: 200 });
  });
});
