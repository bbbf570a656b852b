import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Finding, findingsOf } from '../../process/finding.ts';

const TIMEOUT_MS = 10_000;

/** Stripe and Svix refuse what is signed more than 300 s off. */
const WRONG_SECONDS = 300;
const INEXACT_SECONDS = 30;

const MEGABYTE = 1024 * 1024;
const LITTLE_ROOM_MB = 500;

const clock = findingsOf('Clock');
const disk = findingsOf('Disk');

/** Compares this machine's clock with the date in Stripe's response. */
export async function checkClock(): Promise<Finding> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch('https://api.stripe.com/', { method: 'HEAD', signal }).catch(() => null);
  const theirs = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return clock.warning('Not compared: no response from api.stripe.com.');
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1000);
  if (seconds <= INEXACT_SECONDS) return clock.ok(`within ${INEXACT_SECONDS} s of Stripe's`);
  const words = `The clock is ${seconds} s off. Turn on time synchronization (timedatectl set-ntp true).`;
  return seconds > WRONG_SECONDS ? clock.failed(words) : clock.warning(words);
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
  const words = `${folder} is writable and has ${free} MB free`;
  if (free >= LITTLE_ROOM_MB) return disk.ok(words);
  return disk.warning(`${words}. Make room: bookings stop when the disk is full.`);
}
