import { destination } from 'pino';

interface OutputLimits {
  /** Bytes of lines that may wait to be written; further ones are left out. */
  readonly waitingBytes: number;
  /** How long the end of the process waits for a reader of its output. Milliseconds. */
  readonly lastWriteMs: number;
}

const LIMITS: OutputLimits = { waitingBytes: 4 * 1024 * 1024, lastWriteMs: 1000 };

/** Bytes of one write: under load one write is completed a turn of the event loop. */
const LARGEST_WRITE_BYTES = 1024 * 1024;

export interface Output {
  readonly stream: ReturnType<typeof destination>;
  /** Calls back with the number of lines that were left out, once others can be written again. */
  onRoomAgain: (report: (lines: number) => void) => void;
}

/**
 * Output of lines to an open file, pipe or terminal. They are buffered and written together, at least five times a second, and at the end
 * of the process. A reader that is slow or gone, or a full disk, costs lines; it does not stop the process, hold up its end, or use up its
 * memory.
 */
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
  // Called at the end of the process. It repeats a write that failed for any other reason than a slow reader without end.
  stream.flushSync = () => {
    if (isFailing) return;
    givesUpAt = performance.now() + lastWriteMs;
    try {
      flushSync();
    } catch {
      // The reader is too slow.
    }
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
