import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { progressOf } from './reading-progress.ts';

/** A group of connections that is counted: those of a network, or all. */
export interface CountedGroup {
  readonly name: string;
  readonly most: number;
}

export interface ConnectionLimits {
  /** How long a client may read nothing of its response, and a response may produce nothing. Milliseconds. */
  readonly stalledMs: number;
  /** Bytes that a client must send of its files in that time. */
  readonly uploadStep: number;
  /** How long, in total, one response may wait for its client to read. Milliseconds. */
  readonly slowMs: number;
  /** Number of concurrent requests of one connection: HTTP pipelining allows the next request before the response. */
  readonly pipelined: number;
  /** Bytes of unsent responses, over all connections. */
  readonly unsentBytes: number;
}

interface Connection {
  readonly socket: Socket;
  readonly groups: readonly Group[];
  readonly answers: Set<ServerResponse>;
  /** Changes when the client reads some of its response. */
  progress: number;
  /** When it last did, by the clock of `now`. */
  progressAt: number;
  /** Whether its request brings files: what the client sends counts as progress, too, by `uploadStep`. */
  isUploading: boolean;
  /** Milliseconds that running responses have waited for the client. */
  waitedMs: number;
}

interface Group {
  readonly name: string;
  readonly most: number;
  open: number;
  /** Connections that wait for their client, longest first: no complete request, or an unread response. */
  readonly waiting: Set<Connection>;
  /** Bytes of unsent responses, while clients are chosen that are disconnected for them. */
  unsent: number;
  /** The narrower groups in it. */
  readonly parts: Set<Group>;
}

function unsentBytes({ answers, socket }: Connection): number {
  let bytes = socket.writableLength;
  // A response that owns the socket includes the socket's bytes.
  for (const answer of answers) if (answer.socket === null) bytes += answer.writableLength;
  return bytes;
}

/** Whether the client has yet to send the rest of each request that it began. */
function owesRequest({ answers }: Connection): boolean {
  return [...answers].every(({ req }) => !req.complete);
}

/**
 * The open connections. Each group has a limit. When it is reached, a new connection replaces the one that has waited longest for
 * its client, of those of the network with most that wait; if none is waiting, the new one is disconnected. A client that reads its responses too slowly, or not at all, is
 * disconnected.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #groupsOf: (address: string) => readonly CountedGroup[];
  readonly #now: () => number;
  readonly #groups = new Map<string, Group>();
  readonly #connections = new Map<Socket, Connection>();
  readonly #answering = new Set<Connection>();
  #lookedAt: number;

  /** `groupsOf` returns the groups of an address. `now` is monotonic, in milliseconds. */
  constructor(
    limits: ConnectionLimits,
    groupsOf: (address: string) => readonly CountedGroup[],
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#groupsOf = groupsOf;
    this.#now = now;
    this.#lookedAt = now();
  }

  /** Adds a new connection, or closes it. */
  enter(socket: Socket): void {
    const groups = this.#groupsOf(socket.remoteAddress ?? 'gone').map((group) => this.#group(group));
    for (const group of groups) {
      if (group.open < group.most) continue;
      const next = nextToGiveWay(group);
      if (!next) {
        socket.destroy();
        return;
      }
      this.#disconnect(next);
    }
    const now = this.#now();
    const connection = {
      socket,
      groups,
      answers: new Set<ServerResponse>(),
      progress: 0,
      progressAt: now,
      isUploading: false,
      waitedMs: 0,
    };
    this.#connections.set(socket, connection);
    for (const [index, group] of groups.entries()) {
      group.open += 1;
      this.#groups.set(group.name, group);
      groups[index + 1]?.parts.add(group);
    }
    setWaiting(connection, true);
    socket.once('close', () => this.#leave(connection));
  }

  /** Counts a request until its response is sent. Returns false when the client sends too many at once and is disconnected. */
  begin(request: IncomingMessage, answer: ServerResponse): boolean {
    const connection = this.#connections.get(request.socket);
    // After a disconnect Node still parses what had already arrived.
    if (!connection) return false;
    if (connection.answers.size >= this.#limits.pipelined) {
      this.#disconnect(connection);
      return false;
    }
    if (connection.answers.size === 0) {
      connection.progressAt = this.#now();
      connection.waitedMs = 0;
      this.#answering.add(connection);
    }
    connection.answers.add(answer);
    answer.once('close', () => this.#end(connection, answer));
    return true;
  }

  /** A request is there whole: until then, the connection waits for its client. */
  work({ socket }: IncomingMessage): void {
    const connection = this.#connections.get(socket);
    if (connection) setWaiting(connection, false);
  }

  /** A request brings files, which are read as they arrive: until it is there whole, the connection waits for its client. */
  upload(request: IncomingMessage): void {
    const connection = this.#connections.get(request.socket);
    if (!connection) return;
    connection.isUploading = true;
    const end = () => {
      connection.isUploading = false;
    };
    request.once('end', end);
    request.once('close', end);
  }

  /** Disconnects clients that read too little. Call it every second or so. */
  look(): void {
    const now = this.#now();
    const sinceLook = now - this.#lookedAt;
    this.#lookedAt = now;
    const behind: Connection[] = [];
    let unsent = 0;
    for (const connection of this.#answering) {
      const bytes = unsentBytes(connection);
      const progress = progressOf(connection.socket) + this.#uploadSteps(connection);
      if (bytes > 0) connection.waitedMs += sinceLook;
      const hasMoved = progress !== connection.progress;
      if (hasMoved) connection.progressAt = now;
      connection.progress = progress;
      const isTooSlow = connection.waitedMs >= this.#limits.slowMs;
      if (isTooSlow || now - connection.progressAt >= this.#limits.stalledMs) this.#disconnect(connection);
      else {
        unsent += bytes;
        setWaiting(connection, (bytes > 0 && !hasMoved) || owesRequest(connection));
        if (bytes > 0) behind.push(connection);
      }
    }
    this.#freeMemory(unsent, behind);
  }

  /** How often the client has sent enough to go on; a byte now and then is not. */
  #uploadSteps({ isUploading, socket }: Connection): number {
    return isUploading ? Math.floor(socket.bytesRead / this.#limits.uploadStep) : 0;
  }

  /**
   * Disconnects clients until little enough is unsent: of the network with most unsent bytes first those that have read nothing for
   * longest, then those that were waited for most.
   */
  #freeMemory(allUnsent: number, behind: Connection[]): void {
    let excess = allUnsent - this.#limits.unsentBytes;
    const everyone = behind[0]?.groups.at(-1);
    if (excess <= 0 || !everyone) return;
    behind.sort((a, b) => a.progressAt - b.progressAt || b.waitedMs - a.waitedMs);
    const slowest = Map.groupBy(behind, ({ groups }) => groups[0]);
    for (const group of this.#groups.values()) group.unsent = 0;
    for (const connection of behind) addUnsent(connection, unsentBytes(connection));
    while (excess > 0) {
      const next = slowest.get(heaviest(everyone, ({ unsent }) => unsent))?.shift();
      if (!next) return;
      const bytes = unsentBytes(next);
      excess -= bytes;
      addUnsent(next, -bytes);
      this.#disconnect(next);
    }
  }

  #group({ name, most }: CountedGroup): Group {
    return this.#groups.get(name) ?? { name, most, open: 0, waiting: new Set(), unsent: 0, parts: new Set() };
  }

  #end(connection: Connection, answer: ServerResponse): void {
    connection.answers.delete(answer);
    if (connection.answers.size > 0) return;
    this.#answering.delete(connection);
    if (this.#connections.has(connection.socket)) setWaiting(connection, true);
  }

  #disconnect(connection: Connection): void {
    connection.socket.destroy();
    this.#leave(connection);
  }

  #leave(connection: Connection): void {
    if (!this.#connections.delete(connection.socket)) return;
    this.#answering.delete(connection);
    setWaiting(connection, false);
    for (const [index, group] of connection.groups.entries()) {
      group.open -= 1;
      if (group.open > 0) continue;
      this.#groups.delete(group.name);
      connection.groups[index + 1]?.parts.delete(group);
    }
  }
}

/** The narrowest network with most weight: of the heaviest part of the group its heaviest part, and so on. */
function heaviest(group: Group, weightOf: (part: Group) => number): Group {
  let most: Group | null = null;
  let weight = 0;
  for (const part of group.parts) {
    if (weightOf(part) <= weight) continue;
    most = part;
    weight = weightOf(part);
  }
  return most ? heaviest(most, weightOf) : group;
}

/** Of the network with most that wait the one that has waited longest: many of one client give way before the only one of another. */
function nextToGiveWay(group: Group): Connection | undefined {
  const [longest] = heaviest(group, ({ waiting }) => waiting.size).waiting;
  return longest;
}

function addUnsent({ groups }: Connection, bytes: number): void {
  for (const group of groups) group.unsent += bytes;
}

function setWaiting(connection: Connection, isWaiting: boolean): void {
  for (const { waiting } of connection.groups) {
    if (isWaiting) waiting.add(connection);
    else waiting.delete(connection);
  }
}
