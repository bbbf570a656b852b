import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatCount } from '#shared/format-count.ts';
import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../../process/finding.ts';

/** Stripe and Svix reject signatures whose time is more than 300 s off. */
const FAILED_FROM_SECONDS = 300;
const WARNING_FROM_SECONDS = 30;

const MEGABYTE = 1024 * 1024;
const LOW_DISK_MB = 500;

const clock = findingsOf('Clock');
const disk = findingsOf('Disk');

/** Compares this machine's clock with the date in Stripe's response. */
export async function checkClock(): Promise<Finding> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const response = await fetch('https://api.stripe.com/', { method: 'HEAD', signal }).catch(() => null);
  const theirs = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return clock.warning('Not compared: no response from api.stripe.com.');
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1000);
  if (seconds <= WARNING_FROM_SECONDS) return clock.ok(`within ${WARNING_FROM_SECONDS} s of Stripe's`);
  const words = `The clock is ${seconds} s off. Turn on time synchronization (timedatectl set-ntp true).`;
  return seconds > FAILED_FROM_SECONDS ? clock.failed(words) : clock.warning(words);
}

/** Whether this user can write to the data folder, and how much room its disk has. */
export function checkDisk(folder: string): Finding {
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
