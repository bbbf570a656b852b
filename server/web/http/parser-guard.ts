import type { Duplex } from 'node:stream';
import { AcceptingTurns } from '../limits/accepting-turns.ts';
import { FairQueue } from '../limits/fair-queue.ts';

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';

/** Requests, and lines, that a client may send within 64 kB at once. Browsers send one request with about 20 lines. */
export const MOST_IN_ONE_READ = { requests: 8, lines: 500 };

/** Milliseconds of each turn of the event loop in which reads are parsed, with all that they start at once. */
const SHARE_MS = 2;

/** Whether bytes contain more requests, header lines or chunks than a client sends at once. Stops counting at the first excess. */
function isFlood(bytes: Buffer): boolean {
  let requests = 0;
  let lines = 0;
  let before = -1;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 2)) {
    if (at === before + 2) requests += 1;
    lines += 1;
    if (requests > MOST_IN_ONE_READ.requests || lines > MOST_IN_ONE_READ.lines) return true;
    before = at;
  }
  return false;
}

/** Where the head of the first request ends, its empty line included; the end of the bytes if it goes on. */
function endOfHead(bytes: Buffer): number {
  const at = bytes.indexOf(HEAD_END);
  return at < 0 ? bytes.length : at + HEAD_END.length;
}

/** Whether a head says that files follow; the request's address is judged once it is parsed. */
function hasFiles(head: Buffer): boolean {
  return /\r\ncontent-type: ?multipart\/form-data/i.test(head.toString('latin1'));
}

interface ParserGuardOptions {
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Calls back once the event loop has handled everything else that is due. */
  readonly afterTurn?: (run: () => void) => void;
}

/**
 * Decides when what clients send is parsed. Node would parse all that all connections have sent in one turn of the event loop, before any
 * limit; timers, new connections and requests whose work has begun would wait for that. Here a client that sends more requests or lines at
 * once than the parser handles in about 1 ms is disconnected, and after 2 ms of a turn other reads wait for the next one: groups of
 * clients take turns, so a flood from one network delays that network.
 */
export class ParserGuard {
  readonly #now: () => number;
  readonly #afterTurn: (run: () => void) => void;
  /** Each item parses what one connection has sent. */
  readonly #waiting = new FairQueue<() => void>();
  readonly #accepting = new AcceptingTurns();
  /** Bytes that are still to come of the body of a connection's upload. */
  readonly #uploads = new WeakMap<Duplex, number>();
  /** Connections that have begun a head which announces files. */
  readonly #announced = new WeakSet<Duplex>();
  /** When the first read of this turn was parsed; null when none was. */
  #begun: number | null = null;
  #isNextTurnDue = false;

  constructor({ now, afterTurn }: ParserGuardOptions = {}) {
    this.#now = now ?? (() => performance.now());
    this.#afterTurn = afterTurn ?? ((run) => void setImmediate(run));
  }

  /** A connection's request has a body of so many bytes with files in it, whose lines are none of HTTP. Call it when its headers are parsed. */
  upload(socket: Duplex, bytes: number): void {
    this.#uploads.set(socket, bytes);
  }

  /**
   * Takes the place of Node's parser as the reader of a connection. Call it when Node has attached its parser. Waiting reads take turns by
   * `groupOf`.
   */
  guard(socket: Duplex, groupOf: () => string): void {
    this.#accepting.accepted();
    const parsers = socket.listeners('data');
    const hand = (bytes: Buffer): void => {
      for (const parser of parsers) Reflect.apply(parser, socket, [bytes]);
    };
    const parse = (bytes: Buffer): void => this.#parse(socket, bytes, hand);
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => {
      if (this.#isFlood(socket, bytes)) socket.destroy();
      else if (this.#hasTime()) parse(bytes);
      else {
        socket.pause();
        this.#waiting.push(groupOf(), () => {
          if (socket.destroyed) return;
          // First, because the parser itself pauses a client that does not read its responses.
          socket.resume();
          parse(bytes);
        });
      }
    });
  }

  /** Whether a read has too much in it, apart from the body of an upload, and is not the head of one with what follows it. */
  #isFlood(socket: Duplex, bytes: Buffer): boolean {
    const rest = bytes.subarray(this.#uploads.get(socket) ?? 0);
    if (!isFlood(rest)) return false;
    const head = rest.subarray(0, endOfHead(rest));
    return isFlood(head) || !(this.#announced.has(socket) || hasFiles(head));
  }

  /** Parses a read: up to the end of its first head, and then the rest, which may be the body of an upload. */
  #parse(socket: Duplex, bytes: Buffer, hand: (bytes: Buffer) => void): void {
    const left = this.#uploads.get(socket) ?? 0;
    const end = left >= bytes.length ? bytes.length : left + endOfHead(bytes.subarray(left));
    this.#uploads.delete(socket);
    const head = bytes.subarray(Math.min(left, end), end);
    if (head.length > 0 && end === bytes.length && hasFiles(head)) this.#announced.add(socket);
    else this.#announced.delete(socket);
    hand(bytes.subarray(0, end));
    const began = this.#uploads.get(socket);
    const after = bytes.subarray(end);
    if (began === undefined && left > bytes.length) this.#uploads.set(socket, left - bytes.length);
    if (began !== undefined) this.#uploads.set(socket, Math.max(0, began - after.length));
    if (after.length === 0 || socket.destroyed) return;
    if (isFlood(after.subarray(began ?? 0))) socket.destroy();
    else hand(after);
  }

  /** Whether a read that has just arrived may be parsed now. Not while others wait: an earlier one of its connection may be among them. */
  #hasTime(): boolean {
    const now = this.#now();
    if (this.#waiting.length > 0 || (this.#begun !== null && now - this.#begun >= SHARE_MS)) return false;
    this.#begun ??= now;
    this.#lookNextTurn();
    return true;
  }

  #lookNextTurn(): void {
    if (this.#isNextTurnDue) return;
    this.#isNextTurnDue = true;
    this.#afterTurn(() => {
      this.#isNextTurnDue = false;
      if (this.#accepting.isNext(this.#now())) {
        this.#lookNextTurn();
        return;
      }
      this.#begun = null;
      if (this.#waiting.length > 0) this.#parseNext(this.#now());
    });
  }

  /** Parses one read after another until the time of this turn is used up. */
  #parseNext(begun: number): void {
    this.#begun = begun;
    this.#lookNextTurn();
    this.#waiting.shift()?.();
    if (this.#waiting.length === 0 || this.#now() - begun >= SHARE_MS) return;
    // After what this read has started has done all it can do at once.
    queueMicrotask(() => process.nextTick(() => this.#parseNext(begun)));
  }
}
