import { expect, test } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { ADA, PASSWORD, Person, openTown } from '../../accounts/town.ts';

const { signIn: network, signInAddress: both } = POLICIES;
const HOME = '203.0.113.7';
const ATTACKER = '198.51.100.7';

function signingIn(password: string, email = ADA.email) {
  return { email, password, redirect: '' };
}

/** Wrong passwords for an account, all from one network. */
async function guess(town: ReturnType<typeof openTown>, times: number, email?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) {
    const guesser = new Person(town.visitor(ATTACKER));
    statuses.push((await guesser.call('signIn', signingIn('not the password', email))).status);
  }
  return statuses;
}

test.each(['an account', 'an address without an account'])(
  'the guesses of one network at %s are limited',
  async (what) => {
    const town = openTown();
    if (what === 'an account') await town.resident(ADA);
    const statuses = await guess(town, both.burst + 3);
    expect(statuses).toEqual([...Array.from({ length: both.burst }, () => 401), 429, 429, 429]);
  },
);

test('a success returns its points, and no more: people who sign in are not limited, and guesses between stay counted', async () => {
  const town = openTown();
  await town.resident(ADA);
  const visitor = () => new Person(town.visitor(HOME));
  for (let time = 0; time < both.burst - 1; time++) await visitor().call('signIn', signingIn('a guess'));
  for (let time = 0; time < network.burst; time++)
    expect((await visitor().call('signIn', signingIn(PASSWORD))).status).toBe(200);
  expect((await visitor().call('signIn', signingIn('a guess'))).status).toBe(401);
  expect((await visitor().call('signIn', signingIn('a guess'))).status).toBe(429);
});

test('guesses with a session are limited over all commands that ask for the password', async () => {
  const town = openTown();
  const thief = await town.resident(ADA);
  const guesses = [
    () => thief.call('changePassword', { current: 'a guess', password: 'a heron waits by the weir' }),
    () => thief.call('deleteAccount', { password: 'a guess' }),
    () => thief.call('changeEmail', { email: 'thief@example.com', password: 'a guess' }),
  ];
  const { burst } = POLICIES.ownPassword;
  for (let time = 0; time < burst; time++) expect((await guesses[time % 3]!()).status).toBe(422);
  for (const guess of guesses) expect((await guess()).status).toBe(429);
});
