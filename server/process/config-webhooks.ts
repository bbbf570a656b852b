import { join } from 'node:path';
import type { Settings } from './read-settings.ts';

export type WebhooksConfig =
  | {
      readonly kind: 'svix';
      readonly token: string;
      readonly serverUrl: string | null;
      readonly application: { readonly uid: string; readonly name: string };
    }
  | { readonly kind: 'local'; readonly folder: string; readonly url: string | null }
  | { readonly kind: 'none' };

export function webhookProblems({ SVIX_TOKEN: token, WEBHOOK_URL: url }: Readonly<Record<string, string>>): string[] {
  if (token === undefined || url === undefined) return [];
  return ['WEBHOOK_URL must not be set with SVIX_TOKEN: add it as an endpoint at Svix'];
}

export function webhooksConfig(settings: Settings, dataFolder: string): WebhooksConfig {
  const { svixToken: token, svixServerUrl: serverUrl, svixAppUid: uid, svixAppName, webhookUrl: url } = settings;
  if (token !== null) {
    return { kind: 'svix', token, serverUrl, application: { uid, name: svixAppName ?? settings.appName } };
  }
  if (settings.nodeEnv === 'production') return { kind: 'none' };
  return { kind: 'local', folder: join(dataFolder, 'webhooks'), url };
}
