import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DatabaseLocation, NoEventLog } from '#db/store.ts';
import { FatalError } from '#db/fatal-error.ts';
import { openAdmin } from '#db/open-store.ts';
import type { Legal } from '#shared/business/legal.ts';
import { formatCount } from '#shared/format-count.ts';
import { checkResend } from '../outside/mail/check-resend.ts';
import { checkStripe } from '../outside/payments/check-stripe.ts';
import { checkStorage } from '../outside/storage/check-storage.ts';
import { checkSvix } from '../outside/webhooks/check-svix.ts';
import { type Config, ConfigError, loadConfig } from '../process/config.ts';
import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../process/finding.ts';
import { legalNotices } from '../process/legal-notices.ts';
import { readEnvironment } from '../process/read-settings.ts';
import { checkBackup } from './check-backup.ts';
import type { Result } from './command.ts';
import { withStorage } from './site.ts';

/** Stripe and Svix reject signatures whose time is more than 300 s off. */
const FAILED_FROM_SECONDS = 300;
const WARNING_FROM_SECONDS = 30;

const MEGABYTE = 1024 * 1024;
const LOW_DISK_MB = 500;

const clock = findingsOf('Clock');
const disk = findingsOf('Disk');

async function checkClock(): Promise<Finding> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const response = await fetch('https://api.stripe.com/', { method: 'HEAD', signal }).catch(() => null);
  const theirs = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return clock.warning('Not compared: no response from api.stripe.com.');
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1000);
  if (seconds <= WARNING_FROM_SECONDS) return clock.ok(`within ${WARNING_FROM_SECONDS} s of Stripe's`);
  const words = `The clock is ${seconds} s off. Turn on time synchronization (timedatectl set-ntp true).`;
  return seconds > FAILED_FROM_SECONDS ? clock.failed(words) : clock.warning(words);
}

function checkDisk(folder: string): Finding {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return disk.failed(`This user can't write to ${nearest}. Run as the user who owns it, or set DATA_FOLDER.`);
  }
  const { bavail, bsize } = statfsSync(nearest);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const words = `${folder} is writable and has ${formatCount(free)} MB free`;
  if (free >= LOW_DISK_MB) return disk.ok(words);
  return disk.warning(`${words}. Make room: bookings stop when the disk is full.`);
}

const database = findingsOf('Database');

async function checkDatabase(place: DatabaseLocation): Promise<Finding> {
  try {
    const { fault } = await (await openAdmin(place)).inspect();
    return fault === null ? database.ok('responds, and the last events are unaltered') : database.failed(fault);
  } catch (error) {
    if (error instanceof NoEventLog) return database.local('none yet: the first start creates it');
    if (error instanceof FatalError) return database.failed(error.message);
    throw error;
  }
}

const site = findingsOf('PUBLIC_URL');
const redirects = findingsOf('REDIRECT_HOSTS');

/** The public address, and each other host name, which must redirect to it. */
async function checkAddresses(publicUrl: string, redirected: Iterable<string>): Promise<Finding[]> {
  return Promise.all([checkSite(publicUrl), ...Array.from(redirected, (name) => checkRedirect(name, publicUrl))]);
}

async function checkSite(publicUrl: string): Promise<Finding> {
  const response = await fetchOrError(`${publicUrl}/healthz`);
  if (typeof response === 'string')
    return site.failed(
      `${publicUrl} doesn't answer: ${response}. Check DNS, the certificate, and that the server runs.`,
    );
  const { status } = (await response.json().catch(() => ({}))) as { status?: unknown };
  if (response.ok && status === 'alive') return site.ok(`${publicUrl} answers`);
  return site.failed(`${publicUrl}/healthz isn't this site's (${response.status}). Check DNS and the proxy in front.`);
}

async function checkRedirect(name: string, publicUrl: string): Promise<Finding> {
  const response = await fetchOrError(`https://${name}/`);
  if (typeof response === 'string')
    return redirects.failed(`https://${name} doesn't answer: ${response}. Add its DNS record and its certificate.`);
  await response.body?.cancel();
  if (response.headers.get('location')?.startsWith(publicUrl))
    return redirects.ok(`https://${name} redirects to ${publicUrl}`);
  return redirects.failed(`https://${name} doesn't redirect to ${publicUrl} (${response.status}). Restart the server.`);
}

/** The response, or an error code such as ENOTFOUND. */
async function fetchOrError(url: string): Promise<Response | string> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: unknown } };
    return typeof cause?.code === 'string' ? cause.code : name;
  }
}

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
  const { payments, mail, objectStorage, webhooks, publicUrl, dataFolder, hosts } = config;
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
    () => (isStripe ? checkClock() : clock.local('not checked, because the sandbox has a clock of its own')),
    () => checkDisk(dataFolder),
    () => checkDatabase(config.database),
    checkBackup,
    () =>
      publicUrl.startsWith('https:')
        ? checkAddresses(publicUrl, hosts.redirected)
        : site.local(`${publicUrl} is this machine's own`),
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
