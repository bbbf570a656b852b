/**
 * Escapes non-ASCII in the bundle, because V8 keeps such text in twice the memory; then runs the server until it has served a
 * page, and stores what V8 has compiled.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Script } from 'node:vm';

const file = resolve('dist/server/server.cjs');
const folder = mkdtempSync(join(tmpdir(), 'halfday-build-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as AddressInfo;
probe.close();

Object.assign(process.env, { NODE_ENV: 'development', DATA_FOLDER: folder, PORT: String(port), LOG_LEVEL: 'silent' });
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const bundle = readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, escaped);
writeFileSync(file, bundle);
const script = new Script(bundle, { filename: file });
script.runInThisContext()(createRequire(file), {}, {}, file, dirname(file));
const serves = () =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await serves())) await setTimeout(20);
process.umask(0o022);
writeFileSync(join(dirname(file), 'server.cache'), script.createCachedData());
process.kill(process.pid, 'SIGTERM');
