import { locationName } from '#db/open-store.ts';
import { formatCount } from '#shared/format-count.ts';
import { senderWarning } from './outside/mail/resend.ts';
import type { Config } from './process/config.ts';
import { legalNotices } from './process/legal-notices.ts';
import { ownOrigin } from './process/listening.ts';
import { RUNNING_BUILD } from './process/running-build.ts';

function paymentWords(payments: Config['payments']): string {
  if (payments.kind === 'sandbox') return 'a sandbox: no money moves';
  return payments.isLive ? 'Stripe, live' : 'Stripe, test keys: no real money';
}

function storageWords(storage: Config['objectStorage']): string {
  return storage.kind === 's3' ? `in the bucket ${storage.bucket}` : `stay here: ${storage.folder}`;
}

function webhookWords({ webhooks, publicUrl }: Config): string {
  if (webhooks.kind === 'svix') return `by Svix, application ${webhooks.application.uid}`;
  return webhooks.kind === 'local' ? `stay here: ${publicUrl}/dev/webhooks` : 'none: SVIX_TOKEN is not set';
}

function versionWords({ version, commit }: typeof RUNNING_BUILD): string {
  return commit === null ? version : `${version} (commit ${commit})`;
}

export interface CheckedLog {
  readonly checked: number;
  readonly events: number;
}

function logWords({ checked, events }: CheckedLog): string {
  const all = `${formatCount(events)} event${events === 1 ? '' : 's'}`;
  if (checked >= events) return `${all}, all checked`;
  return `${all}, the last ${formatCount(checked)} checked`;
}

/** None for a site on a developer's machine, which shows samples. */
function legalLines({ legal }: Config): string[] {
  const { seller, license } = legal;
  if (seller === null || license === null) return [];
  const seen = license.kind === 'number' ? `CSLB License #${license.number}` : 'no contractor’s license';
  return [
    `  legal     ${seller.legalName}, ${seen}`,
    ...legalNotices(legal).map((notice) => `            WARNING: ${notice}`),
  ];
}

/** The address, and which parts are local stand-ins. */
export function banner(config: Config, log: CheckedLog): string {
  const { appName, publicUrl, host, port, database, mail, payments, objectStorage, clock, metricsHost, metricsPort } =
    config;
  const mailWarning = senderWarning(config);
  const lines = [
    `${appName} is open at http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`,
    ...(publicUrl === `http://localhost:${port}` ? [] : [`known to visitors as ${publicUrl}`]),
    `  version   ${versionWords(RUNNING_BUILD)}`,
    `  data      ${locationName(database)}`,
    `  log       ${logWords(log)}`,
    `  mail      ${mail.kind === 'resend' ? `by Resend, from ${mail.from}` : `stays here: ${publicUrl}/dev/mailbox`}`,
    ...(mailWarning === null ? [] : [`            WARNING: ${mailWarning}`]),
    `  payments  ${paymentWords(payments)}`,
    `  photos    ${storageWords(objectStorage)}`,
    `  webhooks  ${webhookWords(config)}`,
    ...(metricsPort === null ? [] : [`  metrics   ${ownOrigin({ host: metricsHost, port: metricsPort })}/metrics`]),
    ...legalLines(config),
    ...(clock.kind === 'movable' ? [`  clock     ${publicUrl}/dev/clock`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
