/** A disk without power: what the server had written and not yet flushed is lost, or kept in part. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What the system guarantees to be written whole or not at all. */
const SECTOR = 512;

/** The files that a power cut must not spoil. SQLite rebuilds the third, `halfday.db-shm`. */
const FILES: readonly string[] = ['halfday.db', 'halfday.db-wal'];

const CALL = /^(?<at>[\d.]+) (?<call>\w+)\(\d+<(?<path>[^>]*)>(?:, "(?<bytes>[^"]*)")?(?<numbers>[\d, ]*)\) += \d+/;

/** A call of the system about one of the files. A write without bytes sets the length of the file. */
export interface DiskCall {
  /** When it began, in milliseconds. */
  readonly at: number;
  readonly file: string;
  readonly write: { readonly offset: number; readonly bytes: Buffer | null } | 'flush';
}

/** The command before which a server's own is written, so that its calls are recorded in files with this prefix. */
export function tracing(prefix: string): { program: string; args: string[] } {
  const calls = 'trace=pwrite64,ftruncate,fsync,fdatasync';
  // `-D` leaves the server a child of this process, so that it can be killed.
  const args = ['-D', '-ff', '-ttt', '-y', '-xx', '-s', '99999', '--seccomp-bpf', '-e', calls, '-o', prefix];
  return { program: 'strace', args };
}

const decode = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** The recorded calls in their order. */
export function readCalls(folder: string): DiskCall[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'latin1').split('\n'));
  const calls = lines.flatMap((line): DiskCall[] => {
    const { at = '', call, path = '', bytes, numbers = '' } = CALL.exec(line)?.groups ?? {};
    const file = basename(decode(path).toString());
    if (!FILES.includes(file)) return [];
    const offset = Number(numbers.split(', ').at(-1));
    const write = call?.endsWith('sync') ? 'flush' : { offset, bytes: bytes === undefined ? null : decode(bytes) };
    return [{ at: Number(at) * 1000, file, write }];
  });
  return calls.sort((a, b) => a.at - b.at);
}

type Write = Exclude<DiskCall['write'], 'flush'>;

class DiskFile {
  readonly unflushed: Write[] = [];
  readonly #flushed = new Content();

  flush(): void {
    for (const write of this.unflushed.splice(0)) this.#flushed.apply(write);
  }

  /** The file after a power cut: each unflushed write is lost, kept, or kept in some of its sectors. */
  afterCut(): Uint8Array {
    const content = new Content(this.#flushed.bytes);
    for (const write of this.unflushed) {
      const fate = Math.random() * 3;
      if (fate < 1) continue;
      if (fate < 2 || write.bytes === null) content.apply(write);
      else for (const sector of sectorsOf(write)) if (Math.random() < 0.5) content.apply(sector);
    }
    return content.bytes;
  }
}

/** Bytes that grow where they are written. */
class Content {
  #room: Uint8Array;
  #length: number;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#room = bytes.slice();
    this.#length = bytes.length;
  }

  get bytes(): Uint8Array {
    return this.#room.subarray(0, this.#length);
  }

  apply({ offset, bytes }: Write): void {
    const end = offset + (bytes?.length ?? 0);
    if (end > this.#room.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.bytes);
      this.#room = larger;
    }
    if (bytes !== null) this.#room.set(bytes, offset);
    // What is beyond the end of a file that is made longer is zero.
    if (bytes === null) this.#room.fill(0, end);
    this.#length = bytes === null ? end : Math.max(this.#length, end);
  }
}

/** Parts of a write that lie in one sector of the disk each. */
function sectorsOf({ offset, bytes }: Write): Write[] {
  const parts: Write[] = [];
  const whole = bytes ?? Buffer.alloc(0);
  for (let done = 0; done < whole.length;) {
    const length = SECTOR - ((offset + done) % SECTOR);
    parts.push({ offset: offset + done, bytes: whole.subarray(done, done + length) });
    done += length;
  }
  return parts;
}

/** The files that a server writes, as a disk has them while its calls arrive. */
export class Disk {
  readonly #files = new Map(FILES.map((name) => [name, new DiskFile()]));

  /** Number of writes that a power cut would not keep for certain. */
  get unflushed(): number {
    return [...this.#files.values()].reduce((sum, file) => sum + file.unflushed.length, 0);
  }

  take({ file, write }: DiskCall): void {
    const target = this.#files.get(file)!;
    if (write === 'flush') target.flush();
    else target.unflushed.push(write);
  }

  /** Writes the files into a folder, as they are after a power cut. */
  cutInto(folder: string): void {
    for (const [name, file] of this.#files) writeFileSync(join(folder, name), file.afterCut());
  }
}
