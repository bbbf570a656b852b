import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MS = 1000;

interface Machine {
  readonly origin: string;
  isReady: boolean;
}

/** A proxy that sends each request to the next machine whose `/healthz` answered its last check, and tries none twice. */
export class RoundRobin {
  readonly #machines: Machine[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((visitor, answer) => {
    const machine = this.#next();
    if (!machine) return void answer.writeHead(502).end('no machine is ready');
    const { method, headers, url } = visitor;
    const passed = request(new URL(url ?? '', machine.origin), { method, headers, agent: this.#agent });
    passed.on('response', (response: IncomingMessage) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => answer.destroy());
      response.pipe(answer);
    });
    passed.on('error', (error) => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end(error.message)));
    answer.on('close', () => passed.destroy());
    visitor.pipe(passed);
  });
  readonly #checking = setInterval(() => this.#machines.forEach((machine) => void this.#check(machine)), CHECK_MS);

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves with the machine's first check. */
  async add(origin: string): Promise<void> {
    const machine = { origin, isReady: false };
    this.#machines.push(machine);
    await this.#check(machine);
  }

  /** The machines that get requests. */
  get ready(): readonly string[] {
    return this.#machines.filter(({ isReady }) => isReady).map(({ origin }) => origin);
  }

  #next(): Machine | undefined {
    const machine = this.#machines.find(({ isReady }) => isReady);
    if (machine) this.#machines.push(...this.#machines.splice(this.#machines.indexOf(machine), 1));
    return machine;
  }

  async #check(machine: Machine): Promise<void> {
    const response = await fetch(`${machine.origin}/healthz`, { signal: AbortSignal.timeout(CHECK_MS) }).catch(
      () => null,
    );
    machine.isReady = response?.ok ?? false;
  }

  close(): void {
    clearInterval(this.#checking);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }
}
