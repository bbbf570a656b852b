import { recorded } from '../../../db/rows.ts';
import { expect, test } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { ADA, BEN, Person, openTown } from '../../accounts/town.ts';
import { MINUTE } from '../../bookings/site.ts';

const { burst } = POLICIES.mailbox;
const PAUSE_MS = 3 * MINUTE;

type Town = ReturnType<typeof openTown>;

/** The number of events with mail for an address, and the responses, after a stranger's repeated requests. */
async function asked(town: Town, times: number, ask: (stranger: Person) => Promise<object>) {
  const { position } = town.store;
  const answers = new Set<string>();
  for (let time = 0; time < times; time++) {
    answers.add(JSON.stringify(await ask(new Person(town.visitor(`10.${time}.0.1`)))));
    town.clock.advance(PAUSE_MS);
  }
  const types = ['PasswordResetRequested', 'VerificationRequested'] as const;
  return { mails: recorded(town.store, types, position).length, answers: answers.size };
}

test('mail that strangers request to one mailbox is limited over all networks, with the same response each time', async () => {
  const town = openTown();
  await town.resident(ADA);
  // The registration itself is the first mail.
  await town.person().call('register', BEN);
  const forgets = (stranger: Person) => stranger.call('forgotPassword', { email: BEN.email });
  const registers = (stranger: Person) => stranger.call('register', { ...BEN, email: BEN.email.toUpperCase() });
  const signsIn = (stranger: Person) =>
    stranger.call('signIn', { email: BEN.email, password: BEN.password, redirect: '' });
  expect(await asked(town, burst + 2, registers)).toEqual({ mails: burst - 1, answers: 1 });
  expect(await asked(town, 2, signsIn)).toEqual({ mails: 0, answers: 1 });
  expect(await asked(town, burst + 2, forgets)).toEqual({ mails: burst, answers: 1 });
});

test.each([
  ['whatever follows a plus', (time: number) => `victim+${time}@example.com`],
  [
    'at Google with or without dots',
    (time: number) => `v${'.'.repeat(time % 2)}ictim+${time}@${time % 3 ? 'gmail' : 'googlemail'}.com`,
  ],
])('an address is the same mailbox %s', async (_, addressOf) => {
  const town = openTown();
  const { position } = town.store;
  for (let time = 1; time <= burst + 3; time++) {
    const stranger = new Person(town.visitor(`10.${time}.0.1`));
    expect(await stranger.call('register', { ...BEN, email: addressOf(time) })).toMatchObject({ status: 200 });
  }
  expect(recorded(town.store, ['AccountRegistered'], position)).toHaveLength(burst);
});
