import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE_MS } from '#tests/patience.ts';
import { freePort } from './server.ts';

/** Debian's Prometheus, which `.ci/run` installs. */
const PROGRAM = 'prometheus';

export function hasPrometheus(): boolean {
  return spawnSync(PROGRAM, ['--version']).status === 0;
}

export interface Prometheus {
  /** The value of an expression; NaN for none. `at` is in milliseconds, now unless given. */
  readonly query: (expression: string, at?: number) => Promise<number>;
  /** Resolves once it has scraped after an instant, in milliseconds. */
  readonly scrapedAfter: (at: number) => Promise<void>;
}

interface Answer {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

/** Lends a Prometheus that scrapes a port of this machine each second. */
export async function withPrometheus<Result>(
  target: number,
  use: (prometheus: Prometheus) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'halfday-prometheus-'));
  const config = join(folder, 'prometheus.yml');
  const scrape = { job_name: 'halfday', static_configs: [{ targets: [`127.0.0.1:${target}`] }] };
  // JSON is YAML.
  await writeFile(config, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] }));
  const address = `127.0.0.1:${await freePort()}`;
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
  const child = spawn(PROGRAM, [...flags, '--log.level=error'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const exited = once(child, 'exit');
  const query = async (expression: string, at = Date.now()) => {
    const asked = new URLSearchParams({ query: expression, time: String(at / 1000) });
    const response = await fetch(`http://${address}/api/v1/query?${asked.toString()}`);
    const { data } = (await response.json()) as Answer;
    return Number(data.result[0]?.value[1] ?? Number.NaN);
  };
  const scrapedAfter = async (at: number) => {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    while (!((await query('timestamp(up)').catch(() => 0)) * 1000 > at)) {
      deadline.throwIfAborted();
      await pause(100);
    }
  };
  try {
    await scrapedAfter(0);
    return await use({ query, scrapedAfter });
  } finally {
    child.kill();
    await exited;
    await rm(folder, { recursive: true, force: true });
  }
}
