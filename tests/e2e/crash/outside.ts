import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Asked, Fault, SvixFake } from '../../server/outside/webhooks/svix-fake.ts';

const mailIn = z.object({
  to: z.string(),
  text: z.string(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
});

interface AcceptedMail {
  readonly key: string;
  /** The event and the party. */
  readonly about: string;
  readonly to: string;
  readonly text: string;
}

/** Resend's API as a server of its own. Its response to every tenth new mail is lost. */
export interface MailApi {
  readonly url: string;
  /** Mails with a new idempotency key, which it has sent. */
  readonly accepted: readonly AcceptedMail[];
  /** Number of requests. */
  readonly asked: number;
  readonly stop: () => Promise<void>;
}

export async function startMailApi(): Promise<MailApi> {
  const accepted = new Map<string, AcceptedMail & { readonly body: string }>();
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await text(incoming).catch(() => null);
      // The client was killed while it sent.
      if (body === null) return;
      asked += 1;
      const key = String(incoming.headers['idempotency-key']);
      const reply = (status: number, said: object) =>
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      const known = accepted.get(key);
      if (known && known.body !== body) {
        reply(409, { statusCode: 409, name: 'invalid_idempotent_request', message: '' });
        return;
      }
      if (!known) {
        const { to, text: words, tags } = mailIn.parse(JSON.parse(body));
        const tag = (name: string) => tags.find((each) => each.name === name)?.value;
        accepted.set(key, { key, about: `${tag('cause')} ${tag('part')}`, to, text: words, body });
        if (accepted.size % 10 === 0) {
          incoming.socket.resetAndDestroy();
          return;
        }
      }
      reply(200, { id: key });
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get accepted() {
      return [...accepted.values()];
    },
    get asked() {
      return asked;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const FAULTS: readonly Fault[] = [
  'reset',
  'reset-after',
  'hang',
  'hang-after',
  'not-queued',
  { page: 429 },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 503 },
  { page: 502 },
];

/** Every third request for a new message makes one of the faults due, in turn. */
export function troubled(svix: SvixFake): (asked: Asked) => Fault | null {
  let requests = 0;
  const due: Fault[] = [];
  return ({ path, body }) => {
    if (!path.includes('/msg?')) return null;
    requests += 1;
    if (requests % 3 === 0) due.push(FAULTS[(requests / 3) % FAULTS.length]!);
    const { eventId } = body as { eventId: string };
    const isStored = svix.messages.some((message) => message.eventId === eventId);
    // What is there already cannot be stored without being queued: that fault waits for a new message.
    const next = due.findIndex((fault) => fault !== 'not-queued' || !isStored);
    return next < 0 ? null : (due.splice(next, 1)[0] ?? null);
  };
}
