import { systemClock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import { postSigned } from '../signed-notices.ts';
import { deliveryFailure } from './delivery-failure.ts';
import { NO_WEBHOOKS, type WebhookMessage, type WebhookProvider } from './port.ts';

/** Public, because only a receiver on the developer's machine gets these messages. */
export const LOCAL_SECRET = 'whsec_aGFsZmRheS1sb2NhbC13ZWJob29rcy0wMQ==';

const MOST_MESSAGES = 100;

export interface LocalWebhooks extends WebhookProvider {
  /** The newest since startup, newest first. */
  readonly messages: readonly WebhookMessage[];
}

/** Posts each message to `url`, if there is one, signed as by Svix. Logs a failure and doesn't retry. */
export function localWebhooks(url: string | null, log: Log): LocalWebhooks {
  let messages: readonly WebhookMessage[] = [];
  return {
    ...NO_WEBHOOKS,
    name: 'local',
    get messages() {
      return messages;
    },
    async publish(message, signal) {
      messages = [message, ...messages].slice(0, MOST_MESSAGES);
      if (url === null) return;
      // By the machine's clock, because the receiver's does not move with this site's.
      const timestamp = Math.floor(systemClock.now() / 1000);
      const body = JSON.stringify(message.payload);
      const failure = await postSigned(url, { id: message.id, timestamp, body }, LOCAL_SECRET, signal).catch(
        deliveryFailure,
      );
      signal.throwIfAborted();
      if (failure !== null) log.warn({ message: message.id, failure: String(failure) }, 'local webhook not delivered');
    },
    async forget(ids) {
      messages = messages.filter(({ id }) => !ids.includes(id));
    },
  };
}
