import { EVENTS_COMMAND } from '#db/disk/events-command.ts';
import type { EventLog } from '#db/log/event-log.ts';
import type { ComparedLog, Comparison } from '../operations/archive/compare.ts';
import { count, instantText } from './verb.ts';

/** A log that may grow: its end is read when it is compared, which is after the archive was listed. */
export function comparedLogOf(log: EventLog): ComparedLog {
  return {
    shop: log.shop,
    get end() {
      return log.head().position;
    },
    hashAt: (position) => log.hashAt(position),
  };
}

const PUT_BACK = `Stop the server. To get those events back, move halfday.db away and run \`${EVENTS_COMMAND} restore\`; to go on without them, run \`${EVENTS_COMMAND} archive --adopt\`.`;

/** What a comparison of the archive with the log says, and whether that is in order. */
export function archiveWords(
  found: Comparison | null,
  where: string,
): { readonly isFine: boolean; readonly words: readonly string[] } {
  if (found === null) return { isFine: true, words: [`There is no archive in the ${where} yet.`] };
  const { position, head, notArchived, notInLog, firstOther, damage, vaultAt } = found;
  if (damage !== null) return { isFine: false, words: [`The archive in the ${where} is not whole: ${damage}.`] };
  if (firstOther !== null)
    return {
      isFine: false,
      words: [`halfday.db and the archive in the ${where} differ: event ${firstOther} is another. ${PUT_BACK}`],
    };
  if (notInLog > 0)
    return {
      isFine: false,
      words: [
        `halfday.db lacks ${count(notInLog, 'event')} that the archive in the ${where} has, up to event ${position}: it was cut off, or is older. ${PUT_BACK}`,
      ],
    };
  const behind = notArchived === 0 ? 'level with the log' : `${count(notArchived, 'event')} behind the log`;
  return {
    isFine: true,
    words: [
      `The archive in the ${where} has events up to ${position}, and is ${behind}.\nhead ${head}`,
      `The vault was archived last at ${instantText(vaultAt)}.`,
    ],
  };
}
