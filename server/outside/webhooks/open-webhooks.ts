import type { Clock } from '../../process/clock.ts';
import type { Config } from '../../process/config.ts';
import type { Log } from '../../process/log.ts';
import { LocalWebhooks } from './local.ts';
import { NO_WEBHOOKS, type WebhookProvider } from './port.ts';
import { localSigningSecrets } from './signature.ts';
import { SvixWebhooks } from './svix.ts';

export function openWebhooks(
  { webhooks: chosen, cookieSecrets }: Pick<Config, 'webhooks' | 'cookieSecrets'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): { webhooks: WebhookProvider; localWebhooks: LocalWebhooks | null } {
  if (chosen.kind === 'svix') return { webhooks: new SvixWebhooks({ ...chosen, clock }), localWebhooks: null };
  if (chosen.kind === 'none') return { webhooks: NO_WEBHOOKS, localWebhooks: null };
  const secrets = localSigningSecrets(cookieSecrets);
  const localWebhooks = new LocalWebhooks({ ...chosen, secrets, clock, log });
  return { webhooks: localWebhooks, localWebhooks };
}
