import { destination } from 'pino';

interface OutputLimits {
  /** Further lines are dropped. */
  readonly waitingBytes: number;
  /** How long the process waits for a slow reader at its end. */
  readonly lastWriteMs: number;
}

const LIMITS: OutputLimits = { waitingBytes: 4 * 1024 * 1024, lastWriteMs: 1000 };

/** Under load, one write is completed a turn of the event loop. */
const LARGEST_WRITE_BYTES = 1024 * 1024;

export interface Output {
  readonly stream: ReturnType<typeof destination>;
  onRoomAgain: (report: (lines: number) => void) => void;
}

/** Flushes five times a second and at exit. A slow reader or a full disk loses lines. */
export function openOutput(fd: number, { waitingBytes, lastWriteMs } = LIMITS): Output {
  let leftOut = 0;
  let isFailing = false;
  let givesUpAt = Infinity;
  const stream = destination({
    dest: fd,
    sync: false,
    minLength: 4096,
    periodicFlush: 200,
    maxLength: waitingBytes,
    maxWrite: LARGEST_WRITE_BYTES,
    retryEAGAIN: () => performance.now() < givesUpAt,
  });
  stream.on('drop', () => (leftOut += 1));
  stream.on('error', () => (isFailing = true));
  stream.on('write', () => (isFailing = false));
  const flushSync = stream.flushSync.bind(stream);
  // The library's own repeats a failed write endlessly.
  stream.flushSync = () => {
    if (isFailing) return;
    givesUpAt = performance.now() + lastWriteMs;
    try {
      flushSync();
    } catch {}
  };
  return {
    stream,
    onRoomAgain(report) {
      stream.on('drain', () => {
        if (leftOut === 0) return;
        const lines = leftOut;
        leftOut = 0;
        report(lines);
      });
    },
  };
}
