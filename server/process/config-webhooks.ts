import { join } from 'node:path';
import type { Settings } from './read-settings.ts';

/** The webhook provider in use. */
export type WebhooksConfig =
  | {
      readonly kind: 'svix';
      readonly token: string;
      readonly serverUrl: string | null;
      readonly application: { readonly uid: string; readonly name: string };
    }
  | { readonly kind: 'local'; readonly folder: string; readonly url: string | null }
  | { readonly kind: 'none' };

/** Problems of variables that are useless without, or beside, another one. */
export function webhookProblems(given: Readonly<Record<string, string>>): string[] {
  const { SVIX_TOKEN: token, SVIX_SERVER_URL: server, WEBHOOK_URL: url } = given;
  if (token === undefined) return server === undefined ? [] : ['SVIX_TOKEN must be set with SVIX_SERVER_URL'];
  return url === undefined ? [] : ['WEBHOOK_URL must not be set with SVIX_TOKEN: add it as an endpoint at Svix'];
}

/** Svix if its token is set. Else the local stand-in, and none in production. */
export function webhooksConfig(settings: Settings, dataFolder: string): WebhooksConfig {
  const { svixToken: token, svixServerUrl: serverUrl, svixAppUid: uid, svixAppName, webhookUrl: url } = settings;
  if (token !== null) {
    return { kind: 'svix', token, serverUrl, application: { uid, name: svixAppName ?? settings.appName } };
  }
  if (settings.nodeEnv === 'production') return { kind: 'none' };
  return { kind: 'local', folder: join(dataFolder, 'webhooks'), url };
}
