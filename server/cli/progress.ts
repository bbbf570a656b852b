import { SingleBar } from 'cli-progress';

/** Shows the progress of a long command. */
export interface Progress {
  reached(position: number, end: number): void;
  done(): void;
}

/** The output stream: a terminal or a file. */
export type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Without a terminal, a line is printed after each ten percent. */
const STEP = 10;

/** A progress bar on a terminal, occasional lines elsewhere. */
export function progressOn(screen: Screen, what: string, of = 'events'): Progress {
  return screen.isTTY ? bar(screen, what, of) : lines(screen, what, of);
}

function bar(stream: Screen, what: string, of: string): Progress {
  const format = `${what} [{bar}] {percentage}% {value} of {total} ${of}, {eta_formatted} left`;
  const shown = new SingleBar({ stream, format, hideCursor: true });
  let isStarted = false;
  return {
    reached(position, end) {
      if (!isStarted) shown.start(end, 0);
      isStarted = true;
      shown.setTotal(end);
      shown.update(position);
    },
    done: () => shown.stop(),
  };
}

function lines(stream: Screen, what: string, of: string): Progress {
  const begin = performance.now();
  let told = -STEP;
  return {
    reached(position, end) {
      const percent = end === 0 ? 100 : Math.floor((position / end) * 100);
      if (percent < told + STEP && !(percent === 100 && told < 100)) return;
      told = percent;
      const isOver = position >= end || position === 0;
      const left = isOver ? '' : `, ${secondsLeft(begin, position, end)} s left`;
      stream.write(`${what} ${percent}% (${position} of ${end} ${of}${left})\n`);
    },
    done() {},
  };
}

function secondsLeft(begin: number, position: number, end: number): number {
  return Math.ceil((((performance.now() - begin) / position) * (end - position)) / 1000);
}
