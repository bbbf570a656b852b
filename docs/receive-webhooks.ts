/** A receiver of this site's webhook messages. `SECRET=whsec_… node docs/receive-webhooks.ts` listens on port 4000. */
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly eventId: string; readonly bookingId: string; readonly revision: number };
}

/** Svix names the headers `svix-…` or `webhook-…`, depending on its settings. */
function signed(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['id', 'timestamp', 'signature'];
  return Object.fromEntries(
    names.map((name) => [`webhook-${name}`, String(headers[`webhook-${name}`] ?? headers[`svix-${name}`] ?? '')]),
  );
}

/** Calls `handle` once for each message, and never with an older state of a booking than before. */
export function receiver(secret: string, handle: (message: Message) => void): Server {
  const webhook = new Webhook(secret);
  // A real receiver keeps these in its database, in the transaction that does the work.
  const seen = new Set<string>();
  const revisions = new Map<string, number>();
  return createServer((request, response) => {
    void (async () => {
      // The signature is over the bytes: parse them only after it was verified.
      const body = await text(request);
      let message: Message;
      try {
        // Also refuses a message that was sent more than five minutes ago.
        message = webhook.verify(body, signed(request.headers)) as Message;
      } catch {
        response.writeHead(401).end();
        return;
      }
      const { eventId, bookingId, revision } = message.data;
      const isNews = !seen.has(eventId) && revision > (revisions.get(bookingId) ?? 0);
      if (isNews) handle(message);
      seen.add(eventId);
      revisions.set(bookingId, Math.max(revision, revisions.get(bookingId) ?? 0));
      // Any 2xx: Svix sends everything else again.
      response.writeHead(204).end();
    })();
  });
}

if (import.meta.main) {
  receiver(process.env['SECRET'] ?? '', ({ type, data }) => {
    process.stdout.write(`${type} ${data.bookingId} revision ${data.revision}\n`);
  }).listen(4000);
}
