import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { AttackedSite, Threats } from './attacked-site.ts';
import type { Answer, Visitor } from './visitor.ts';

/** More than any limit allows. */
const MANY = 200;

/** The first response with another status than this, as far as `most` requests bring one. */
async function until(status: number, ask: () => Promise<Answer>, most = MANY): Promise<Answer> {
  let answer = await ask();
  for (let count = 1; answer.status === status && count < most; count++) answer = await ask();
  return answer;
}

function expectLater({ status, headers }: Answer, refusal: 429 | 503): void {
  expect(status).toBe(refusal);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

const wrong = (visitor: Visitor, email: string, headers = {}) =>
  visitor.call('signIn', { email, password: 'not the password' }, { headers });

export const guessing: Threats = {
  'guesses cost their network alone, so that the account’s owner still gets in': async (site) => {
    const member = await site.sharedMember();
    const guesser = site.visitor();
    let guesses = 0;
    const refused = await until(401, () => {
      guesses += 1;
      return wrong(guesser, member.who.email);
    });
    expectLater(refused, 429);
    expect(guesses).toBeGreaterThan(POLICIES.signInAddress.burst);
    expect((await guesser.call('signIn', member.who)).status).toBe(422);
    expectLater(await guesser.signIn({ email: member.who.email, password: member.who.password }), 429);
    expect((await site.visitor(member.who).signIn()).status).toBe(200);
    expect((await wrong(guesser, 'other@example.com')).status).toBe(401);
    // What isn't a guess counts, too.
    expectLater(await until(422, () => guesser.call('signIn', {})), 429);
    expectLater(await wrong(guesser, 'other@example.com'), 429);
  },
  'right passwords cost nothing': async (site) => {
    const visitor = await site.sharedMember('signs in');
    for (let count = 0; count <= POLICIES.signInAddress.burst; count += 4) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.copy().signIn()));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  },
  'secrets of links and the own password cannot be guessed either': async (site) => {
    const token = 'A'.repeat(43);
    const guesser = site.visitor();
    expectLater(await until(410, () => guesser.call('confirmEmail', { token, password: 'x' })), 429);
    expectLater(await guesser.call('resetPassword', { token, password: 'nine umbrellas in a hall' }), 429);
    const member = await site.sharedMember();
    const own = () => member.call('changePassword', { current: 'wrong', password: 'nine umbrellas in a hall' });
    expectLater(await until(422, own), 429);
    expect((await site.visitor(member.who).signIn()).status).toBe(200);
  },
};

export const forgedAddresses: Threats = {
  'a client address is what the proxy says, and without one the connection’s': async (site) => {
    const guesser = site.visitor();
    const forged = (count: number) => ({
      'x-forwarded-for': `203.0.113.${count}`,
      'fly-client-ip': `203.0.113.${count}`,
      'x-real-ip': `203.0.113.${count}`,
      forwarded: `for=203.0.113.${count}`,
    });
    const send = (visitor: Visitor, headers: Record<string, string>) => visitor.call('signIn', {}, { headers });
    let count = 0;
    expectLater(await until(422, () => send(guesser, forged(count++))), 429);
    expect(count).toBeGreaterThan(POLICIES.signIn.burst);
    const headers = { 'x-forwarded-for': guesser.from, 'fly-client-ip': guesser.from };
    expect((await send(site.visitor(), headers)).status).toBe(422);
  },
};

export const hashing: Threats = {
  'passwords of one network and of many wait in a short queue, and pages are answered meanwhile': async (site) => {
    const guess = (visitor: Visitor, index: number) => wrong(visitor, `burst.${index}@example.com`);
    const one = site.visitor();
    const flood = Array.from({ length: 20 }, (_, index) => guess(one, index));
    expect((await site.visitor(site.owner.who).signIn()).status).toBe(200);
    const ofOne = await Promise.all(flood);
    for (const answer of ofOne.filter(({ status }) => status !== 401)) expectLater(answer, 503);
    expect(ofOne.filter(({ status }) => status === 401).length).toBeLessThan(20);
    const burst = Array.from({ length: 60 }, (_, index) => guess(site.visitor(), index));
    const page = await site.visitor().get('/pricing');
    const ofMany = await Promise.all(burst);
    expect(page.status).toBe(200);
    for (const answer of ofMany.filter(({ status }) => status !== 401)) expectLater(answer, 503);
    const answered = ofMany.filter(({ status }) => status === 401).length;
    // Two are hashed at once, and sixteen wait.
    expect(answered).toBeGreaterThanOrEqual(18);
    expect(answered).toBeLessThan(60);
  },
};

const JSON_TYPE = 'application/json';
const HOLD = rpcPath('hold');

/** Opens connections, on which each client sends this and then waits. */
async function openIdle(site: AttackedSite, count: number, sent: string) {
  const sockets = Array.from({ length: count }, () => site.connect());
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, site.isBehindProxy ? 'secureConnect' : 'connect')));
  for (const socket of sockets) socket.write(sent);
  return sockets;
}

/** All that is said on a connection until it ends. */
async function heardOn(socket: Socket): Promise<string> {
  let heard = '';
  socket.on('data', (piece: Buffer) => (heard += piece.toString()));
  await once(socket, 'close');
  return heard;
}

export const slowClients: Threats = {
  'beside clients who send half a request, pages and holds are answered, and the slow are disconnected': async (
    site,
  ) => {
    const head = site.head('POST', HOLD).join('\r\n');
    const [halfHead] = await openIdle(site, 60, head.slice(0, -8));
    await openIdle(site, 60, `${head}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: 100\r\n\r\n{`);
    await openIdle(site, 60, '');
    expect((await site.visitor().get('/')).status).toBe(200);
    expect((await (await site.sharedMember()).hold()).status).toBe(200);
    // A proxy waits for longer, and keeps it from the server.
    if (!site.isBehindProxy) expect(await heardOn(halfHead!)).toMatch(/^(?:HTTP\/1\.1 408|$)/);
  },
  'requests beyond those that can be worked on get 503 with Retry-After, but not health checks, notices and returns from paying':
    async (site) => {
      const { cookie } = await site.member();
      const request = [...site.head('GET', '/app/profile'), `cookie: ${cookie}`, '', ''].join('\r\n');
      // Behind a proxy it depends on the proxy how many arrive at once.
      const crowd = await openIdle(site, site.isBehindProxy ? 50 : 300, '');
      const answers = Promise.all(crowd.map((socket) => heardOn(socket)));
      for (const socket of crowd) socket.write(request);
      const first = await Promise.all([
        site.ask('/healthz'),
        site.ask('/readyz'),
        site.visitor().post('/webhooks/sandbox', JSON_TYPE, '{}'),
        site.visitor().get('/book/return?checkout=none'),
      ]);
      expect(first.map(({ status }) => status)).toEqual([200, 200, 400, 303]);
      const heard = await answers;
      const refused = heard.filter((each) => !each.startsWith('HTTP/1.1 200'));
      if (!site.isBehindProxy) expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(heard.length);
      for (const each of refused) expect(each).toMatch(/^HTTP\/1\.1 (?:503|429)[^]*\nretry-after: \d/i);
    },
  'one network has few live views, and the next gets 503': async (site) => {
    const live = rpcPath('availabilityLive');
    const { from } = site.visitor();
    const open = async () => {
      const response = await site.stream(live, { from });
      onTestFinished(() => void response.destroy());
      return response;
    };
    let views = 1;
    let response = await open();
    for (; response.statusCode === 200 && views < MANY; views++) response = await open();
    expect([response.statusCode, views]).toEqual([503, 25]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  },
};
