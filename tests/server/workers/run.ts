import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Mail, Mailer } from '#server/mail/port.ts';
import type { Worker, WorkerDependencies } from '#server/workers/worker.ts';

/** Starts a worker over a site, whose mail is kept unless another mailer is given; it is stopped when the test ends, at the latest. */
export function run(site: Omit<WorkerDependencies, 'mailer'>, worker: Worker, by?: Mailer) {
  const stopping = new AbortController();
  const sent: Mail[] = [];
  const mailer = by ?? { name: 'test', send: async (mail: Mail) => void sent.push(mail) };
  const ended = worker({ ...site, mailer }, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  onTestFinished(stop);
  return { stop, abort: () => stopping.abort(), sent };
}

/** Lets everything go on that can without time passing, until this is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}
