/**
 * However a person comes to be forgotten, no byte of their personal data is left in any file of the data folder: log, vault, read
 * models, their journals and free pages, sandbox payments, the local mailbox. Each person here has a name, an address and notes that
 * are found before.
 */
import { describe, expect, test } from 'vitest';
import { accountWithAddress, passwordHash } from '#db/queries/accounts/accounts.ts';
import { UNCONFIRMED_KEPT_MS } from '#events/account/account-changes.ts';
import { accountStream } from '#events/account/account.ts';
import { UNPAID_KEPT_MS } from '#events/booking/forgetting.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import type { Job } from '#db/jobs.ts';
import { findPerson, forgetPerson, forgettingKeys } from '#server/accounts/jobs/forget-person.ts';
import { Mailbox } from '#server/outside/mail/mailbox.ts';
import { HOUR, MINUTE, type Site, openSite } from '../bookings/site.ts';
import { Customer, refundsGoThrough } from '../bookings/customer.ts';
import { comesBack } from '../outside/mail/comes-back.ts';
import { passMinutes, until } from '../workers/run.ts';
import { foundIn } from './settled-town.ts';
import { ADA, BEN, type Person, type Town, openTown } from './town.ts';

const DAY = 24 * HOUR;
const CAUSE = { correlation: 'a test' };

const QUINN = {
  name: 'Quinn Zephyrine',
  email: 'quinn.zephyrine@example.com',
  phone: '805-555-0188',
  address: '77 Kumquat Ln',
  notes: 'The gate sticks, push twice',
  gate: 'Keypad 90210#',
};
/** Also in the forms in which the owner searches them. */
const PERSONAL = [...Object.values(QUINN), 'quinn zephyrine', '8055550188'];

function openMailbox({ config, clock }: Site): Mailbox {
  const sender = { name: 'Oak', address: 'visits@oak.example', replyTo: 'hello@oak.example' };
  return new Mailbox({ folder: `${config.dataFolder}/mail`, sender, clock });
}

/** A town with the local mailbox, an owner, and another customer, whose data stays. */
async function townWithOthers() {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }), openMailbox);
  await town.resident(ADA);
  const other = town.person();
  await paid(town, other, { name: 'Olive Otherwise', email: 'olive@example.com', date: '2027-03-19' });
  return town;
}

async function paid(town: Town, { browser }: Person, change: object): Promise<string> {
  const id = await browser.holds(change);
  await browser.pays();
  await browser.returns();
  await until(async () => (await town.state(id))?.status === 'confirmed');
  return id;
}

/** Nothing of the person is left, everything of the other customer is. */
async function expectForgotten(town: Town, texts: readonly string[] = PERSONAL): Promise<void> {
  expect(await foundIn(town, [...texts, 'Olive Otherwise'])).toEqual(['Olive Otherwise']);
}

/** Lets the workers see each minute of an hour and a bit, so that they act on what the clock says. */
const anHourLater = (town: Town) => passMinutes(town, 62);

describe('no byte of a person is left', () => {
  test('who deletes their account', async () => {
    const town = await townWithOthers();
    const quinn = await town.resident({ ...BEN, name: QUINN.name, email: QUINN.email });
    await paid(town, quinn, QUINN);
    expect(await comesBack(town, await town.mailTo(QUINN.email, '(booked)'))).toBe(200);
    expect(await foundIn(town, PERSONAL)).toEqual(PERSONAL);
    expect(await quinn.deletes(BEN.password, 'cancel')).toMatchObject({ status: 200 });
    await expectForgotten(town);
  });

  test('who booked as a guest, cancels, and has their data deleted', async () => {
    const town = await townWithOthers();
    const guest = town.person();
    const id = await paid(town, guest, QUINN);
    expect(await comesBack(town, await town.mailTo(QUINN.email, '(booked)'))).toBe(200);
    expect(await foundIn(town, PERSONAL)).toEqual(PERSONAL);
    const there = new Customer(town, guest.browser, id);
    await there.sees();
    expect(await there.deletesData({ visit: 'cancel', expects: 'refund' })).toMatchObject({ status: 200 });
    await town.mailTo(town.config.ownerEmail, 'Canceled');
    await refundsGoThrough(town);
    await expectForgotten(town);
  });

  test('who held a time and never paid, 30 days later', async () => {
    const town = await townWithOthers();
    const { browser } = town.person();
    const id = await browser.holds(QUINN);
    expect(await foundIn(town, PERSONAL)).toEqual(PERSONAL);
    town.clock.advance(31 * MINUTE);
    await expire(town, id, 'lapsed', CAUSE);
    town.clock.advance(UNPAID_KEPT_MS - HOUR);
    await anHourLater(town);
    expect((await town.state(id))?.isForgotten).toBe(false);
    town.clock.advance(DAY);
    await anHourLater(town);
    await until(async () => (await town.state(id))?.isForgotten === true);
    await expectForgotten(town);
  });

  test('who never confirmed their account, 30 days later', async () => {
    const town = await townWithOthers();
    const { name, email } = QUINN;
    await town.person().call('register', { name, email, password: BEN.password });
    await town.mailTo(email, 'Confirm your email address');
    const account = await town.idOf(email);
    expect(await foundIn(town, [name, email])).toEqual([name, email]);
    town.clock.advance(UNCONFIRMED_KEPT_MS - HOUR);
    await anHourLater(town);
    expect((await town.store.stateOf(accountStream(account)))?.status).toBe('active');
    town.clock.advance(DAY);
    await anHourLater(town);
    await until(async () => (await town.store.stateOf(accountStream(account)))?.status === 'deleted');
    await expectForgotten(town, [name, email]);
    expect(await accountWithAddress(town.store.db, email)).toBeNull();
    expect(await passwordHash(town.store.db, account)).toBeNull();
    // The address is free again.
    await town.resident({ ...BEN, name, email });
  });

  test.each(['account', 'guest'] as const)('whom the operator forgets: %s, after the visit ahead', async (kind) => {
    const town = await townWithOthers();
    const isAccount = kind === 'account';
    const person = isAccount ? await town.resident({ ...BEN, name: QUINN.name, email: QUINN.email }) : town.person();
    const id = await paid(town, person, QUINN);
    const forget = forgetting(town, isAccount ? await town.idOf(QUINN.email) : id);
    await forget();
    expect(await town.state(id)).toMatchObject({ status: 'confirmed', isForgottenAfterVisit: true });
    town.clock.advance(8 * DAY);
    await anHourLater(town);
    await until(async () => (await town.state(id))?.isForgotten === true);
    await forget();
    await expectForgotten(town);
  });
});

/** What the operator does about an id; visits ahead are kept. */
function forgetting(town: Town, id: string) {
  return async () => {
    const person = await findPerson(town.store.db, id);
    if (person === null) throw new Error(`no one was found by ${id}`);
    const means = { ...town, mailer: openMailbox(town) };
    for (const key of forgettingKeys(person, 'keep')) {
      const ended = await forgetPerson.run({ key } as Job, means, new AbortController().signal);
      if (ended) throw new Error(JSON.stringify(ended));
    }
  };
}

describe('data that is deleted automatically', () => {
  test('a payment for a hold whose visitor is forgotten is refunded in full', async () => {
    const town = await townWithOthers();
    const { browser } = town.person();
    const id = await browser.holds(QUINN);
    await browser.pays('later');
    town.clock.advance(31 * MINUTE);
    await expire(town, id, 'lapsed', CAUSE);
    await forgetting(town, id)();
    town.clock.advance(2 * HOUR);
    await fulfil(town, browser.checkout, CAUSE);
    expect(await town.state(id)).toMatchObject({
      status: 'refunded',
      isForgotten: true,
      payments: [{ refund: 'requested' }],
    });
    await refundsGoThrough(town);
    expect((await town.state(id))?.payments).toMatchObject([{ refund: 'succeeded' }]);
    expect(town.sent.filter(({ to }) => to === QUINN.email)).toEqual([]);
    await expectForgotten(town);
  });
});
