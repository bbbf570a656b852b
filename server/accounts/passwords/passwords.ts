import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { base64 } from 'oslo/encoding';
import { BoundedQueue } from '../../web/limits/bounded-queue.ts';

const argon2Async = promisify(argon2);

/** Cost of argon2id: OWASP's second recommendation. Stored with each hash, so that it can be raised. */
export interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d{1,7}),t=(?<passes>\d{1,3}),p=(?<parallelism>\d{1,2})\$(?<salt>[A-Za-z0-9+/]{11,86})\$(?<digest>[A-Za-z0-9+/]{16,172})$/;

const WITHOUT_PADDING = { includePadding: false };
const UNPADDED = { strict: false };

interface Parsed {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

function parse(phc: string): Parsed {
  const groups = PHC.exec(phc)?.groups;
  if (!groups) throw new Error('a stored password hash cannot be read');
  const { memory, passes, parallelism, salt = '', digest = '' } = groups;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(base64.decode(salt, UNPADDED)),
    digest: Buffer.from(base64.decode(digest, UNPADDED)),
  };
}

/** Normalizes: keyboards compose letters differently, and the same password must be the same bytes. */
function derive(password: string, salt: Buffer, { memory, passes, parallelism }: Cost, bytes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return argon2Async('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: bytes });
}

export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const digest = await derive(password, salt, cost, HASH_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64.encode(salt, WITHOUT_PADDING)}$${base64.encode(digest, WITHOUT_PADDING)}`;
}

export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { cost, salt, digest } = parse(phc);
  return timingSafeEqual(await derive(password, salt, cost, digest.length), digest);
}

export function isOutdated(phc: string, today: Cost): boolean {
  const { memory, passes, parallelism } = parse(phc).cost;
  return memory !== today.memory || passes !== today.passes || parallelism !== today.parallelism;
}

/** No password matches it. */
export function impossibleHash({ memory, passes, parallelism }: Cost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}

/** Two match the processors of a small machine. */
const AT_ONCE = 2;

export class HashingQueue {
  readonly cost: Cost;
  readonly #network: string | null;
  readonly #queue: BoundedQueue;

  constructor(
    cost: Cost = COST,
    network: string | null = null,
    queue = new BoundedQueue({ atOnce: AT_ONCE, refusal: 'busy' }),
  ) {
    this.cost = cost;
    this.#network = network;
    this.#queue = queue;
  }

  get isFull(): boolean {
    return this.#queue.isFull;
  }

  /** Throws `Rejected` `busy` if too many wait. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(work, { network: this.#network });
  }

  /** The same queue, for work of this network. */
  ofClient(network: string | null): HashingQueue {
    return new HashingQueue(this.cost, network, this.#queue);
  }
}
