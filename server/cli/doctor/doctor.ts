import type { Legal } from '#shared/business/legal.ts';
import { checkResend } from '../../outside/mail/check-resend.ts';
import { checkStripe } from '../../outside/payments/check-stripe.ts';
import { checkStorage } from '../../outside/storage/check-storage.ts';
import { checkSvix } from '../../outside/webhooks/check-svix.ts';
import { type Config, ConfigError, loadConfig } from '../../process/config.ts';
import { readEnvironment } from '../../process/environment.ts';
import { type Finding, findingsOf } from '../../process/finding.ts';
import { legalNotices } from '../../process/legal-notices.ts';
import { withStorage } from '../data-folder.ts';
import { EXIT, type Given, type Verb, printJson } from '../verb.ts';
import { checkClock, checkDisk } from './machine.ts';
import { checkAddresses } from './public-address.ts';

const settings = findingsOf('Settings');

const LABELS = { ok: 'ok', warning: 'LOOK', failed: 'FAILED', local: 'local' } as const;

function legalFindings(legal: Legal): readonly Finding[] {
  const { local, warning } = findingsOf('Law');
  if (legal.seller === null || legal.license === null)
    return [local('pages show a sample seller: set LEGAL_NAME, BUSINESS_ADDRESS and CONTRACTOR_LICENSE')];
  return legalNotices(legal).map(warning);
}

/** Checks everything at once; the findings are in the order of this list. */
async function examine(config: Config): Promise<Finding[]> {
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
        ? withStorage((storage) => checkStorage(storage, publicUrl))
        : findingsOf('Storage').local(`the folder ${objectStorage.folder}`),
    () => (webhooks.kind === 'svix' ? checkSvix(webhooks) : findingsOf('Svix').local('not set: no webhooks are sent')),
    () => (isStripe ? checkClock() : findingsOf('Clock').local('not compared: the sandbox has a clock of its own')),
    () => checkDisk(dataFolder),
    () =>
      publicUrl.startsWith('https:')
        ? checkAddresses(publicUrl, hosts.redirected)
        : findingsOf('PUBLIC_URL').local(`${publicUrl} is this machine's own`),
  ];
  return (await Promise.all(checks.map(async (check) => check()))).flat();
}

/** The findings of this machine's settings; those of missing or malformed settings when there are any. */
async function findings(): Promise<readonly Finding[]> {
  try {
    return await examine(loadConfig(readEnvironment()));
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((problem) => settings.failed(problem));
    throw error;
  }
}

async function run({ isJson }: Given): Promise<number> {
  const found = await findings();
  const isFine = found.every(({ state }) => state !== 'failed');
  if (isJson) printJson({ isFine, findings: found });
  else
    for (const { part, state, words } of found) console.log(`${LABELS[state].padEnd(7)} ${part.padEnd(16)} ${words}`);
  return isFine ? EXIT.done : EXIT.wrong;
}

export const doctor: Verb = {
  words: '',
  about: 'Tries every key and service that the settings name, before the first customer does.',
  help: `Opens and closes a checkout at Stripe and looks for its webhook endpoint, looks for the sender's domain at Resend, writes,
reads, lists and deletes an object, asks for the bucket's CORS rule, tries Svix's token, compares the clock, and asks the
running site at PUBLIC_URL. Sends no mail and moves no money. Each line says what to do. Exits with 1 when one has FAILED.`,
  run,
};
