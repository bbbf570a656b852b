import { mustRestore, restoreBackup } from '../operations/backup/restore.ts';
import { readEnvironment } from '../process/environment.ts';
import { withStorage } from './data-folder.ts';
import { EXIT, type Given, type Verb, count, instantText, printJson } from './verb.ts';

async function run({ options, isJson }: Given): Promise<number> {
  return withStorage(async (storage, config) => {
    if (options['at-start'] === true && !(await mustRestore({ storage, config }))) return EXIT.done;
    const { head, lastAt } = await restoreBackup({ storage, config, environment: readEnvironment() });
    if (isJson) printJson({ position: head.position, head: head.hash, lastAt });
    else {
      const age =
        lastAt === null ? '' : `\nThe last one is of ${instantText(lastAt)}, ${ageText(Date.now() - lastAt)} ago.`;
      console.log(`${count(head.position, 'event')} restored, each as it was written.\nhead ${head.hash}${age}`);
    }
    return EXIT.done;
  });
}

function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120
    ? count(seconds, 'second')
    : seconds < 7200
      ? count(Math.round(seconds / 60), 'minute')
      : count(Math.round(seconds / 3600), 'hour');
}

export const restore: Verb = {
  words: '[--at-start]',
  about: 'Puts the newest backup into an empty data folder.',
  help: `Fetches what Litestream has copied to the object storage, verifies every event, puts halfday.db into DATA_FOLDER, which
must have none, and says how old the last event is. What came later is lost.

  --at-start   For the command that starts production: restores only if there is a backup and no halfday.db. Exits with 1
               if halfday.db is older than its backup or has another history, and for an empty folder also if the
               storage doesn't respond.`,
  options: { 'at-start': { type: 'boolean', default: false } },
  run,
};
