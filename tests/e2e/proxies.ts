/** The built server on this machine, and the proxies of docs/deploying.md in front of it. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type RunningServer, freePort, startServer } from './server.ts';

const PUBLIC_URL = 'https://www.example.com';
const DEPLOYING = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');

/** Debian keeps nginx where only root looks. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

/** The code block of the document that has these words, without its indentation. */
function documentedBlock(words: string): string {
  const block = DEPLOYING.split(/\n\s*\n/).find((each) => /^ {4}/.test(each) && each.includes(words)) ?? '';
  const indentation = /^ */.exec(block)?.[0] ?? '';
  return block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
}

interface Place {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  readonly upstream: number;
}

/** Writes what a proxy needs into its folder. Returns the arguments that start it. */
type Prepare = (place: Place) => readonly string[];

const nginx: Prepare = ({ folder, http, https, upstream }) => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=www.example.com', '-addext', 'subjectAltName=DNS:www.example.com,DNS:example.com'];
  const made = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' });
  const site = documentedBlock('proxy_pass')
    .replaceAll(/^ *listen \[::\]:.*\n/gm, '')
    .replace(/listen 80\b/, `listen 127.0.0.1:${http}`)
    .replace(/listen 443\b/, `listen 127.0.0.1:${https}`)
    .replace(/(?<=ssl_certificate )[^;]+/, certificate)
    .replace(/(?<=ssl_certificate_key )[^;]+/, key)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const file = join(folder, 'nginx.conf');
  const alone = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr; events {}`;
  writeFileSync(file, `${alone}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`);
  return ['-c', file, '-e', 'stderr'];
};

const caddy: Prepare = ({ folder, http, https, upstream }) => {
  const own = ['admin off', 'local_certs', 'skip_install_trust', `storage file_system ${folder}`];
  const global = [...own, `http_port ${http}`, `https_port ${https}`, 'default_bind 127.0.0.1'];
  const file = join(folder, 'Caddyfile');
  const site = documentedBlock('reverse_proxy').replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
  writeFileSync(file, `{\n${global.join('\n')}\n}\n${site}\n`);
  return ['run', '--adapter', 'caddyfile', '--config', file];
};

export interface Proxy {
  readonly program: string;
  readonly prepare: Prepare;
  readonly isInstalled: boolean;
}

export const PROXIES: readonly Proxy[] = [
  { program: 'nginx', prepare: nginx, isInstalled: spawnSync('nginx', ['-v'], { env }).status === 0 },
  { program: 'caddy', prepare: caddy, isInstalled: spawnSync('caddy', ['version'], { env }).status === 0 },
];

export interface SiteRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** The client's address: one of this machine's own network. */
  readonly from?: string;
  readonly host?: string;
  /** Leaves out the header that browsers add to requests of the site's own pages. */
  readonly isForeign?: boolean;
  readonly scheme?: 'http' | 'https';
}

/** The site behind a proxy, at the addresses of docs/deploying.md, or without one. */
export class ReachedSite {
  #place: Place | null = null;
  #server: RunningServer | null = null;
  #proxy: ChildProcess | null = null;

  /** Where its data is. */
  get folder(): string {
    return this.#server?.folder ?? '';
  }

  /** Everything that the server printed. */
  get output(): string {
    return this.#server?.output() ?? '';
  }

  /** The origin that the server's own links begin with. */
  get publicUrl(): string {
    return this.#place ? PUBLIC_URL : (this.#server?.origin ?? '');
  }

  get isBehindProxy(): boolean {
    return this.#place !== null;
  }

  async open(proxy: Proxy | null, environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const behindProxy = {
      PUBLIC_URL,
      REDIRECT_HOSTS: 'example.com',
      TRUSTED_PROXY: /TRUSTED_PROXY=(\S+)/.exec(documentedBlock('[Service]'))?.[1] ?? '',
    };
    this.#server = await startServer({ LOG_LEVEL: 'warn', ...environment, ...(proxy && behindProxy) });
    if (!proxy) return;
    const folder = mkdtempSync(join(tmpdir(), `halfday-${proxy.program}-`));
    const upstream = Number(new URL(this.#server.origin).port);
    this.#place = { folder, upstream, http: await freePort(), https: await freePort() };
    this.#proxy = spawn(proxy.program, proxy.prepare(this.#place), { env: { ...env, HOME: folder }, stdio: 'pipe' });
    let printed = '';
    this.#proxy.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const look = async () => assert.equal((await this.ask('/readyz')).status, 200);
    await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 }).catch((error: unknown) => {
      throw new Error(`${proxy.program} did not start:\n${printed}`, { cause: error });
    });
  }

  async close(): Promise<void> {
    const proxy = this.#proxy;
    if (proxy && proxy.exitCode === null && proxy.kill()) await once(proxy, 'exit');
    await this.#server?.stop();
    if (this.#place) rmSync(this.#place.folder, { recursive: true, force: true });
  }

  /** A connection on which a client sends what it likes, over TLS behind a proxy. */
  connect(from = '127.0.0.1'): Socket {
    const where = {
      host: '127.0.0.1',
      port: Number(this.#place?.https ?? new URL(this.publicUrl).port),
      localAddress: from,
    };
    const socket = this.#place
      ? connectTls({ ...where, servername: new URL(PUBLIC_URL).host, rejectUnauthorized: false })
      : connect(where);
    // The server may end it while the client sends.
    return socket.on('error', () => {});
  }

  /** Sends a request. Resolves when the response begins. */
  async stream(path: string, options: SiteRequest = {}): Promise<IncomingMessage> {
    const { method = 'GET', headers = {}, body, from = '127.0.0.1', scheme = 'https' } = options;
    const direct = new URL(this.#server?.origin ?? '');
    const { host = this.#place ? 'www.example.com' : direct.host } = options;
    const port = this.#place?.[scheme] ?? direct.port;
    const sent = { host, ...(!options.isForeign && { 'sec-fetch-site': 'same-origin' }), ...headers };
    const where = { host: '127.0.0.1', port, localAddress: from, path, method, agent: false, headers: sent };
    // The proxy's certificate was made for the test.
    const request =
      this.#place && scheme === 'https'
        ? requestHttps({ ...where, servername: host, rejectUnauthorized: false })
        : requestHttp(where);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  /** Sends a request. Resolves with the whole response. */
  async ask(path: string, options: SiteRequest = {}) {
    const response = await this.stream(path, options);
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
  }

  call(path: string, input: object, options: SiteRequest = {}) {
    const headers = { 'content-type': 'application/json', ...options.headers };
    return this.ask(path, { ...options, method: 'POST', headers, body: JSON.stringify(input) });
  }
}
