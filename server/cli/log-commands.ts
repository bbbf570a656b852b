import { hasDatabase } from '#db/engine/sqlite/open-file.ts';
import { EVENTS_COMMAND } from '#db/fatal-error.ts';
import { REBUILD_JOB } from '#db/jobs.ts';
import { isBackedUpByProvider } from '#db/open-store.ts';
import { logPage } from '#db/queries/log.ts';
import { type Status, readStatus } from '#db/queries/status.ts';
import { eventShapes } from '#events/registry.ts';
import { formatCount } from '#shared/format-count.ts';
import { mustRestore, restoreBackup } from '../operations/backup/restore.ts';
import { rebuild as rebuildJob } from '../operations/jobs.ts';
import { databaseOf } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';
import { checkBackup } from './check-backup.ts';
import { type Result, UsageError, count, instantText } from './command.ts';
import { runAsJobs } from './job-request.ts';
import { showProgress } from './progress.ts';
import { siteDatabase, withReader, withStorage } from './site.ts';

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

export const SHOWN = 50;

const LAST = Number.MAX_SAFE_INTEGER - 1;

interface Selection {
  readonly stream?: string | undefined;
  readonly type?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly last?: number | undefined;
}

export function eventType(text: string): string {
  if (Object.hasOwn(eventShapes, text)) return text;
  throw new UsageError(`there is no such event. ${Object.keys(eventShapes).toSorted().join(', ')}`);
}

/** Personal details are encrypted. */
function hidePersonal(key: string, value: unknown): unknown {
  return key === 'personal' ? '(encrypted)' : value;
}

export async function show({ stream, type, from = 1, to = LAST, last = SHOWN }: Selection): Promise<Result> {
  const newestFirst = await withReader((db) => logPage(db, { stream, type, after: from - 1, before: to + 1 }, last));
  if (newestFirst.length === 0) return { lines: [], problems: ['No event matches.'] };
  return {
    lines: newestFirst
      .toReversed()
      .map(({ version, event }) => JSON.stringify({ ...event, version, at: instantText(event.at) }, hidePersonal)),
  };
}

interface ExpectedEvent {
  readonly position: number;
  readonly hash: string;
}

/** Throws `UsageError`. */
export function expectedEvent(text: string): ExpectedEvent {
  const [, position = '', hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (hash === '') throw new UsageError('use the position and the hash of an event, as 1505:9f2c….');
  return { position: Number(position), hash };
}

export async function verify(expected: ExpectedEvent | undefined): Promise<Result> {
  const database = await siteDatabase();
  const progress = showProgress('verifying');
  const { chain, damage, hashAt } = await database.verify({
    hashOf: expected?.position,
    onPage: (position, end) => progress.reached(position, end),
  });
  progress.done();
  const lines: string[] = [];
  const problems: string[] = [];
  if (chain && !chain.bad)
    lines.push(`${count(chain.events, 'event')} verified.`, `head ${chain.events}:${chain.head}`);
  if (chain?.bad) {
    const { position, stream, revision, type, why } = chain.bad;
    problems.push(
      `The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`,
      `The ${formatCount(chain.events)} events before it are unaltered; the last one's hash is ${chain.head}`,
    );
  }
  if (damage !== null) problems.push(damage);
  if (expected?.hash === hashAt) lines.push(`Event ${expected.position} is the expected one.`);
  else if (expected) {
    const found = hashAt === null ? `There is no event ${expected.position}` : `Event ${expected.position} differs`;
    problems.push(`${found}: this log isn't the expected one, or it was cut off or altered.`);
  }
  return { lines, problems };
}

export async function rebuild(): Promise<Result> {
  const start = performance.now();
  const progress = showProgress('rebuilding');
  let events = 0;
  const [job] = await runAsJobs(rebuildJob, [REBUILD_JOB.key], async (db) => {
    const { position, rebuiltTo } = await readStatus(db, Date.now());
    events = position;
    if (rebuiltTo !== null) progress.reached(rebuiltTo, position);
  }).finally(() => progress.done());
  if (job?.code === 'failed')
    return { lines: [], problems: ["The rebuild failed, and nothing was changed. The server's log says why."] };
  const seconds = (performance.now() - start) / 1000;
  return { lines: [`Rebuilt from ${count(events, 'event')} in ${seconds.toFixed(1)} s.`] };
}

export function restore(isAtStart: boolean): Promise<Result> {
  return withStorage(async (storage, config) => {
    const isOurs = !isBackedUpByProvider(config.database);
    if (!isOurs && !isAtStart)
      throw new Error(
        `DATABASE_URL is set: restore that database by its provider's point-in-time recovery, then run \`${EVENTS_COMMAND} verify\`.`,
      );
    if (isAtStart && !(isOurs && (await mustRestore({ storage, config })))) return { lines: [] };
    const { head, lastAt } = await restoreBackup({ storage, config, environment: readEnvironment() });
    const lines = [`${count(head.position, 'event')} restored and verified.`, `head ${head.position}:${head.hash}`];
    if (lastAt !== null) lines.push(`The last one is of ${instantText(lastAt)}, ${ageText(Date.now() - lastAt)} ago.`);
    return { lines };
  });
}

function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return count(seconds, 'second');
  return seconds < 7200 ? count(Math.round(seconds / 60), 'minute') : count(Math.round(seconds / 3600), 'hour');
}

export async function copyToPostgres(): Promise<Result> {
  const { folder, url } = databaseOf(readEnvironment());
  if (!url) throw new Error('DATABASE_URL is not set. Set it to an empty PostgreSQL database: postgres://...');
  if (!hasDatabase(folder)) throw new Error(`There is no database in ${folder}. DATA_FOLDER says where to look.`);
  const { copyToPostgres: copy } = await import('#db/engine/copy-to-postgres.ts');
  const progress = showProgress('copying', 'rows');
  const onProgress = (rows: number, total: number) => progress.reached(rows, total);
  const { head, tables } = await copy({ folder, url, onProgress }).finally(() => progress.done());
  const width = Math.max(...Object.keys(tables).map(({ length }) => length));
  return {
    lines: [
      `${count(head.position, 'event')} copied and verified. Every table has as many rows as in ${folder}:`,
      ...Object.entries(tables).map(([name, rows]) => `  ${name.padEnd(width)}  ${formatCount(rows)}`),
      `head ${head.position}:${head.hash}`,
      'From now on, start servers with DATABASE_URL only: one without it would sell the same days.',
    ],
  };
}
