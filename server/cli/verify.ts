import { openFolderReader } from '#db/rebuild.ts';
import { verifyChain } from '#db/verify.ts';
import { progressOn } from './progress.ts';

/** Walks the hash chain and prints what it finds. Answers the exit code: 1 when an event is not as it was written. */
export function verifyLog(folder: string): number {
  const reader = openFolderReader(folder);
  const progress = progressOn(process.stderr, 'verifying');
  try {
    const end = reader.log.head().position;
    const { events, head, bad } = verifyChain(reader.log, (position) =>
      progress.reached(position, Math.max(end, position)),
    );
    progress.done();
    if (!bad) {
      console.log(`${events} events, each as it was written.\nhead ${head}`);
      return 0;
    }
    const { position, stream, revision, type, why } = bad;
    console.error(
      `The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`,
    );
    console.error(`The ${events} events before it are as they were written; the last one's hash is ${head}`);
    return 1;
  } finally {
    progress.done();
    reader.close();
  }
}
