import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP proxy to PostgreSQL that can lose connections. */
export interface BreakableConnection {
  readonly url: string;
  /** Passes a COMMIT on, but ends the connection before its answer. Once. */
  loseNextCommit(): void;
  /** Ends the connection before a COMMIT reaches PostgreSQL. Once. */
  stopNextCommit(): void;
  /** Ends all connections, and refuses others until `mend`. */
  cut(): void;
  /** No connection passes anything on any more, and none ends. New ones work: as after a failover to another host. */
  freeze(): void;
  /** No connection passes anything on until `mend`, also no new one: the database has stopped. */
  hang(): void;
  /** `hang` as soon as a COMMIT arrives, which is lost. */
  hangAtNextCommit(): void;
  mend(): void;
}

/** `proxyTo` until the end of the test. */
export async function breakable(url: string): Promise<BreakableConnection> {
  const proxy = await proxyTo(url);
  onTestFinished(() => proxy.close());
  return proxy;
}

export async function proxyTo(url: string): Promise<BreakableConnection & { readonly close: () => void }> {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let isCut = false;
  let losesCommit = false;
  let stopsCommit = false;
  let hangsAtCommit = false;
  let isHung = false;
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy();
    const server = connect(Number(port), hostname);
    let isLost = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        if (!isLost) server.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (hangsAtCommit && bytes.includes('COMMIT')) isHung = true;
      if (isHung || frozen.has(client)) return;
      if (stopsCommit && bytes.includes('COMMIT')) {
        stopsCommit = false;
        client.destroy();
        return;
      }
      server.write(bytes);
      if (!losesCommit || !bytes.includes('COMMIT')) return;
      losesCommit = false;
      isLost = true;
      client.destroy();
    });
    server.on('data', (bytes) => isHung || frozen.has(server) || client.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const broken = new URL(url);
  broken.port = String((proxy.address() as AddressInfo).port);
  return {
    url: broken.href,
    loseNextCommit() {
      losesCommit = true;
    },
    stopNextCommit() {
      stopsCommit = true;
    },
    cut,
    freeze() {
      for (const socket of sockets) frozen.add(socket);
    },
    hang() {
      isHung = true;
    },
    hangAtNextCommit() {
      hangsAtCommit = true;
    },
    close() {
      cut();
      proxy.close();
    },
    mend() {
      isCut = false;
      isHung = false;
      hangsAtCommit = false;
      losesCommit = false;
    },
  };
}
