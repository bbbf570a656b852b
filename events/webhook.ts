/**
 * Messages to webhook receivers that the webhook provider refused: one stream for each public event. A message that was accepted at
 * the first attempt leaves no event here.
 */
import type { BookingEvent } from './booking/booking.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

/** Types of booking events that are published. */
export type WebhookCause = BookingEvent['type'];

/** A message that was parked at least once. */
export interface ParkedWebhook {
  readonly status: 'parked' | 'retried' | 'settled';
  readonly position: number;
  readonly attempts: number;
}

/** Null for a message that was never parked. */
export interface WebhookState {
  readonly message: ParkedWebhook | null;
}

interface Parked {
  readonly cause: WebhookCause;
  /** Number of refusals so far. */
  readonly attempt: number;
  /** Position in the log of the event that is published. */
  readonly position: number;
  readonly booking: string;
  /** Why the provider refused it, without personal data. */
  readonly reason: string;
}

function withStatus({ message }: WebhookState, status: ParkedWebhook['status']): WebhookState {
  if (message === null) throw new Error(`a message is ${status} before WebhookParked`);
  return { message: { ...message, status } };
}

const { fact } = factsOf<WebhookState>();

/** One entry for each event. */
const webhookFacts = {
  WebhookParked: fact<Parked>((_, { position, attempt: attempts }) => ({
    message: { status: 'parked', position, attempts },
  })),
  /** `admin` is the account of the admin who asked for it; absent when the worker did. */
  WebhookRetried: fact<{ readonly position: number; readonly admin?: string }>((state) => withStatus(state, 'retried')),
  WebhookSettled: fact<{ readonly position: number }>((state) => withStatus(state, 'settled')),
  /** An admin asked that a message that waits for the provider is attempted at once; the publisher hears of it. */
  WebhookHastened: fact<{ readonly position: number; readonly admin: string }>((state) => state),
};

export type WebhookEvent = EventsOf<typeof webhookFacts>;

const INITIAL: WebhookState = { message: null };

export const webhookType = stream('webhook', INITIAL, webhookFacts);

/** The stream of the message about an event. */
export function webhookStream(event: string): Stream<WebhookState, WebhookEvent> {
  return { name: `webhook-${event}`, type: webhookType };
}

/** The id of the event that the message of a stream is about. */
export function webhookEventOf(stream: string): string {
  return stream.slice(webhookType.category.length + 1);
}

interface Decided {
  readonly webhook: readonly WebhookEvent[];
}

type Message = { readonly webhook: WebhookState };

/** Parks a refused message. Records nothing for one that is parked already. */
export function parkWebhook({ webhook }: Message, data: Omit<Parked, 'attempt'>): Decided {
  const { message } = webhook;
  if (message?.status === 'parked') return { webhook: [] };
  return { webhook: [{ type: 'WebhookParked', data: { ...data, attempt: (message?.attempts ?? 0) + 1 } }] };
}

/** Requests that a parked message is sent again, by the worker or an admin; records nothing for any other. */
export function retryWebhook({ webhook: { message } }: Message, admin?: string): Decided {
  if (message?.status !== 'parked') return { webhook: [] };
  const { position } = message;
  return { webhook: [{ type: 'WebhookRetried', data: { position, ...(admin !== undefined && { admin }) } }] };
}

/** Records that the provider accepted a message on its repeated attempt. */
export function settleWebhook({ webhook: { message } }: Message): Decided {
  if (message?.status !== 'retried') return { webhook: [] };
  return { webhook: [{ type: 'WebhookSettled', data: { position: message.position } }] };
}

/** Requests for an admin that the message about the event at a position is attempted at once. */
export function hastenWebhook(position: number, admin: string): Decided {
  return { webhook: [{ type: 'WebhookHastened', data: { position, admin } }] };
}
