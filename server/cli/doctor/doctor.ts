import type { Legal } from '#shared/business/legal.ts';
import { checkResend } from '../../outside/mail/check-resend.ts';
import { checkStripe } from '../../outside/payments/check-stripe.ts';
import { checkStorage } from '../../outside/storage/check-storage.ts';
import { checkSvix } from '../../outside/webhooks/check-svix.ts';
import { type Config, ConfigError, loadConfig } from '../../process/config.ts';
import { readEnvironment } from '../../process/read-settings.ts';
import { type Finding, findingsOf } from '../../process/finding.ts';
import { legalNotices } from '../../process/legal-notices.ts';
import { checkBackup } from '../check-backup.ts';
import { withStorage } from '../object-storage.ts';
import type { Result } from '../command.ts';
import { checkDatabase, checkClock, checkDisk, checkAddresses } from './checks.ts';

const settings = findingsOf('Settings');

const LABELS = { ok: 'ok', warning: 'WARNING', failed: 'FAILED', local: 'local' } as const;

function legalFindings(legal: Legal): readonly Finding[] {
  const { local, warning } = findingsOf('Law');
  if (legal.seller === null || legal.license === null)
    return [local('pages show a sample seller. Set LEGAL_NAME, BUSINESS_ADDRESS and CONTRACTOR_LICENSE')];
  return legalNotices(legal).map(warning);
}

/** In parallel. The findings are in the order of this list. */
async function runChecks(config: Config): Promise<Finding[]> {
  const { payments, mail, objectStorage, webhooks, publicUrl, dataFolder, database, hosts } = config;
  const isStripe = payments.kind === 'stripe';
  const checks: readonly (() => Finding | Promise<readonly Finding[]> | Promise<Finding>)[] = [
    () => settings.ok(config.staging ? 'complete, for a staging site' : 'complete'),
    async () => legalFindings(config.legal),
    () =>
      isStripe ? checkStripe({ ...payments, publicUrl }) : findingsOf('Payments').local('the sandbox: no money moves'),
    () =>
      mail.kind === 'resend'
        ? checkResend({ ...mail, publicUrl })
        : findingsOf('Mail').local(`stays here: ${publicUrl}/dev/mailbox`),
    () =>
      objectStorage.kind === 's3'
        ? withStorage(checkStorage)
        : findingsOf('Storage').local(`the folder ${objectStorage.folder}`),
    () =>
      webhooks.kind === 'svix' ? checkSvix(webhooks) : findingsOf('Svix').local('not set, so no webhooks are sent'),
    () =>
      isStripe ? checkClock() : findingsOf('Clock').local('not checked, because the sandbox has a clock of its own'),
    () => checkDisk(dataFolder),
    () => checkDatabase(database),
    checkBackup,
    () =>
      publicUrl.startsWith('https:')
        ? checkAddresses(publicUrl, hosts.redirected)
        : findingsOf('PUBLIC_URL').local(`${publicUrl} is this machine's own`),
  ];
  return (await Promise.all(checks.map(async (check) => check()))).flat();
}

/** If a setting is missing or malformed, no other check runs. */
async function checkInstallation(): Promise<readonly Finding[]> {
  try {
    return await runChecks(loadConfig(readEnvironment()));
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((problem) => settings.failed(problem));
    throw error;
  }
}

/** Failed checks come last. */
export async function doctor(): Promise<Result> {
  const findings = await checkInstallation();
  const line = ({ part, state, words }: Finding) => `${LABELS[state].padEnd(7)} ${part.padEnd(16)} ${words}`;
  const [failed = [], others = []] = [true, false].map((isFailed) =>
    findings.filter(({ state }) => (state === 'failed') === isFailed),
  );
  return { lines: others.map(line), problems: failed.map(line) };
}
