import { type Status, readStatus } from '#db/queries/status.ts';
import { formatCount } from '#shared/format-count.ts';
import { checkBackup } from './check-backup.ts';
import { type Result, count, instantText } from './command.ts';
import { siteDatabase, withReader } from './site-database.ts';

function linesOf({ position, head, lastAt, projections, jobs }: Status): string[] {
  const last = lastAt === null ? '' : `, the last at ${instantText(lastAt)}`;
  return [
    `${count(position, 'event')}${last}.`,
    ...(head === null ? [] : [`head ${position}:${head}`]),
    projections === null
      ? 'The next start rebuilds the projections.'
      : `Projections: ${projections.isStale ? 'stale' : 'caught up'} at ${projections.position}.`,
    ...jobs.map(
      ({ kind, waiting, late, parked }) =>
        `  jobs ${kind}  ${formatCount(waiting)} waiting, ${formatCount(late)} of them late, ${formatCount(parked)} parked`,
    ),
  ];
}

export async function status(maxLagSeconds: number | undefined): Promise<Result> {
  const { isServerRunning, fault } = await (await siteDatabase()).inspect();
  const found = await withReader((db) => readStatus(db, Date.now()));
  const backup = await checkBackup(maxLagSeconds);
  const lines = [...linesOf(found), isServerRunning ? 'A server is running.' : 'No server is running.'];
  const problems = fault === null ? [] : [fault];
  (backup.state === 'failed' ? problems : lines).push(`Backup: ${backup.words}`);
  return { lines, problems };
}
