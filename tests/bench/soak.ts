import { setTimeout as delay } from 'node:timers/promises';
import { rpcPath } from '#shared/calls/rpc.ts';
import { picture } from '#tests/pictures.ts';
import { type RunningServer, startServer } from '../e2e/server.ts';
import { answersIn, load, withLiveViews } from './children.ts';
import { daysAhead } from './days-ahead.ts';
import { MANY_BOOK } from './holdings.ts';
import type { Measurement } from './measurement.ts';
import { IMAGE_MEMORY, memoryOf, mostMemoryOf, withMemoryLimit } from './memory.ts';
import type { RequestKind } from './programs/requests.ts';

/** The smallest machine that people rent. */
const LIMIT_MB = 256;

const CONNECTIONS = 32;
const PAGES = ['/', '/book', '/pricing', '/services', '/login', '/register', '/nowhere'];
const VIEWS = 100;
const HOLD_EVERY_MS = 50;
const SIGN_IN_EVERY_MS = 500;
const PHOTO_EVERY_MS = 2000;
/** As phones take them. */
const PHOTO = { width: 4032, height: 3024 };

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** A server that has too much to do may send one away. */
async function expectStatus(asked: Promise<Response>, status: number): Promise<void> {
  const response = await asked;
  const text = await response.text();
  if (response.status !== status && response.status !== 503)
    throw new Error(`answered with ${response.status}: ${text}`);
}

function guessPassword(origin: string, index: number): Promise<void> {
  const body = JSON.stringify({ email: `nobody${index}@example.com`, password: 'not the password' });
  const headers = { ...SAME_ORIGIN, 'content-type': 'application/json' };
  return expectStatus(fetch(origin + rpcPath('signIn'), { method: 'POST', headers, body }), 401);
}

/** As browsers without scripts do. */
function postPhoto(origin: string, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  const body = new FormData();
  body.append('files', new File([photo], 'wall.jpg', { type: 'image/jpeg' }));
  return expectStatus(
    fetch(`${origin}/book/photos`, { method: 'POST', headers: SAME_ORIGIN, body, redirect: 'manual' }),
    303,
  );
}

/** Does something again and again, a while after it was done, until it is aborted. Resolves with how often. */
async function again(pauseMs: number, signal: AbortSignal, work: (index: number) => Promise<void>): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count++) {
    await work(count);
    await delay(pauseMs);
  }
  return count;
}

/** What went on in a part of the time. */
interface Piece {
  readonly answered: number;
  readonly perSecond: number;
  readonly sentAway: number;
  readonly held: number;
}

async function mixedLoad(port: number, pieces: number, forMs: number): Promise<Piece[]> {
  const date = daysAhead(7);
  const pages = PAGES.map((path) => ({ kind: 'page', path }) as const);
  const kind: RequestKind = { kind: 'mixed', of: [...pages, { kind: 'look', date }, { kind: 'same-slot', date }] };
  const done: Piece[] = [];
  let nextHold = 0;
  while (done.length < pieces) {
    const holds = { connections: 1, pauseMs: HOLD_EVERY_MS, kind: { kind: 'hold', firstDate: daysAhead(8) } } as const;
    const [mixed, held] = await Promise.all([
      load({ port, connections: CONNECTIONS, forMs, from: 0, kind }),
      load({ port, forMs, from: nextHold, ...holds }),
    ]);
    done.push({
      answered: answersIn(mixed),
      perSecond: answersIn(mixed) / mixed.seconds,
      sentAway: mixed.statuses[503] ?? 0,
      held: held.statuses[200] ?? 0,
    });
    nextHold = held.next;
  }
  return done;
}

async function soakServer({ origin, process: child, output }: RunningServer, pieces: number, forMs: number) {
  const port = Number(new URL(origin).port);
  const photo = Uint8Array.from(await picture(PHOTO));
  return withLiveViews(port, VIEWS, async (countLines) => {
    const over = new AbortController();
    const others = Promise.all([
      again(SIGN_IN_EVERY_MS, over.signal, (index) => guessPassword(origin, index)),
      again(PHOTO_EVERY_MS, over.signal, () => postPhoto(origin, photo)),
    ]);
    const [done] = await Promise.all([
      mixedLoad(port, pieces, forMs).finally(() => over.abort()),
      // What fails first ends the measurement, with what the server had to say.
      others.catch((cause: unknown) => Promise.reject(new Error(`the server printed:\n${output()}`, { cause }))),
    ]);
    const [guesses, photos] = await others;
    const sum = (of: (piece: Piece) => number) => done.reduce((all, piece) => all + of(piece), 0);
    return {
      answered: sum((piece) => piece.answered),
      sentAway: sum(({ sentAway }) => sentAway),
      held: sum(({ held }) => held),
      first: done[0]?.perSecond ?? Number.NaN,
      last: done.at(-1)?.perSecond ?? Number.NaN,
      guesses,
      photos,
      lines: await countLines(),
      memory: memoryOf(child),
      mostMemory: mostMemoryOf(child),
    };
  });
}

export const soak: Measurement = {
  name: 'soak',
  run({ quick, minutes = 1 }) {
    return withMemoryLimit(LIMIT_MB, async (limit) => {
      const server = await startServer({ ...MANY_BOOK, ...IMAGE_MEMORY }, '/readyz', limit);
      try {
        const soaked = await soakServer(server, quick ? 1 : minutes, quick ? 1000 : 60_000);
        const others = `${soaked.held} holds, ${soaked.guesses} passwords guessed, ${soaked.photos} photos of 12 megapixels, ${soaked.lines} lines for ${VIEWS} live views`;
        return [
          {
            title: `${soaked.answered} mixed requests as fast as they go in ${LIMIT_MB} MB, with ${others}: requests a second`,
            figures: [
              { what: 'in the first minute', value: soaked.first },
              { what: 'in the last minute', value: soaked.last },
              { what: 'sent away with 503 in all, of a thousand', value: (soaked.sentAway / soaked.answered) * 1000 },
            ],
          },
          {
            title: 'Memory meanwhile, megabytes resident, with what is given up when it gets tight',
            figures: [
              { what: 'at the end', value: soaked.memory },
              { what: 'at most', value: soaked.mostMemory, aim: `survives ${LIMIT_MB}` },
            ],
          },
        ];
      } finally {
        await server.stop();
      }
    });
  },
};
