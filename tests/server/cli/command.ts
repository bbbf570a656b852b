import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import type { Store } from '#db/store.ts';
import { forgetPerson } from '#server/accounts/jobs/forget-person.ts';
import { runEvents } from '#server/cli/events-command.ts';
import { rebuild } from '#server/operations/jobs.ts';
import { systemClock } from '#server/process/clock.ts';
import { runJobs } from '#server/process/jobs/run-jobs.ts';
import { createLog } from '#server/process/log.ts';
import { databaseOf } from '../../db/folder.ts';
import { NO_MAILER } from '../outside/mail/no-mailer.ts';

/** Each process would compile the whole program again. */
const COMPILED = join(process.cwd(), 'node_modules/.cache/compiled');

/** Runs a function and collects what it prints. */
export async function printed(run: () => Promise<number>) {
  const texts = { out: '', err: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      texts[name === 'stdout' ? 'out' : 'err'] += String(text);
      return true;
    }),
  );
  try {
    return { code: await run(), ...texts };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** The variables that name the database of a folder. */
export function placeOf(folder: string): Record<string, string> {
  const url = databaseOf(folder);
  return { DATA_FOLDER: folder, ...(url !== null && { DATABASE_URL: url }) };
}

/** Runs a command over a data folder in this process. Starting a process takes longer than most commands. */
export async function events(folder: string, ...words: string[]) {
  for (const [name, value] of Object.entries(placeOf(folder))) vi.stubEnv(name, value);
  try {
    return await printed(() => runEvents(words));
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Runs a command over a data folder as a process of its own. */
export async function eventsProcess(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, ['server/cli/events.ts', ...words], {
    env: { ...placeOf(folder), NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number];
  return { code, out, err };
}

/** Runs the jobs that commands request, as a server does. */
export function serve(store: Store): void {
  const stopping = new AbortController();
  const dependencies = {
    store,
    clock: systemClock,
    config: { timeZone: 'America/Los_Angeles' },
    mailer: NO_MAILER,
    log: createLog({ level: 'silent' }),
  };
  const running = runJobs([forgetPerson, rebuild], dependencies, stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await running;
  });
}
