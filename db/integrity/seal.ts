import { RESTORE } from '../disk/start-failure.ts';
import { DATABASE_FILE } from '../schema.ts';
import type { BadEvent } from './verify.ts';

/** Why nothing is written to a folder, in words for its operator. */
export interface Seal {
  /** What is wrong, as a sentence. */
  readonly reason: string;
  /** What the operator can do about it. */
  readonly advice: string;
  /** `disk`: it is full or read-only. `damage`: an event was altered, or a page cannot be read. */
  readonly kind: 'disk' | 'damage';
  /** Whether everything that was saved can be read, so that it may be shown. */
  readonly isReadable: boolean;
}

const ADVICE = `Stop the server. ${RESTORE}`;

/** The seal for a log that was altered or torn. */
export function sealOfDamage({ position, stream, why }: Pick<BadEvent, 'position' | 'stream' | 'why'>): Seal {
  return {
    kind: 'damage',
    reason: `${DATABASE_FILE} is damaged at event ${position} (${stream}): ${why}.`,
    advice: ADVICE,
    isReadable: true,
  };
}

/** The seal for unreadable pages. */
export function sealOfPages(what: string): Seal {
  return { kind: 'damage', reason: `${DATABASE_FILE} is damaged: ${what}.`, advice: ADVICE, isReadable: false };
}

/** The seal for a disk that is full or read-only. */
export function sealOfDisk(reason: string): Seal {
  return {
    kind: 'disk',
    reason: `${reason}.`,
    advice: 'Make room, make it writable, or end the process that locks it. Saving then resumes without a restart.',
    isReadable: true,
  };
}
