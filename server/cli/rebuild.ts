import { REBUILD_JOB } from '#db/jobs.ts';
import { readStatus } from '#db/queries/status.ts';
import { rebuild as kind } from '../operations/jobs.ts';
import { type Result, count } from './command.ts';
import { runAsJobs } from './job-request.ts';
import { showProgress } from './progress.ts';

export async function rebuild(): Promise<Result> {
  const start = performance.now();
  const progress = showProgress('rebuilding');
  let events = 0;
  const [job] = await runAsJobs(kind, [REBUILD_JOB.key], async (db) => {
    const { position, rebuiltTo } = await readStatus(db, Date.now());
    events = position;
    if (rebuiltTo !== null) progress.reached(rebuiltTo, position);
  }).finally(() => progress.done());
  if (job?.code === 'failed')
    return { lines: [], problems: ["The rebuild failed, and nothing was changed. The server's log says why."] };
  const seconds = (performance.now() - start) / 1000;
  return { lines: [`Rebuilt from ${count(events, 'event')} in ${seconds.toFixed(1)} s.`] };
}
