import { SingleBar } from 'cli-progress';
import { formatCount } from '#shared/format-count.ts';

export interface Progress {
  reached(position: number, end: number): void;
  done(): void;
}

/** On a terminal only. */
export function showProgress(what: string, of = 'events', stream: NodeJS.WritableStream = process.stderr): Progress {
  const bar = new SingleBar({
    stream,
    format: `${what} [{bar}] {percentage}% {value} of {total} ${of}, {eta_formatted} left`,
    formatValue: (value, _, type) => (type === 'value' || type === 'total' ? formatCount(value) : String(value)),
    hideCursor: true,
  });
  return {
    reached(position, end) {
      if (!bar.isActive) bar.start(end, 0);
      bar.setTotal(end);
      bar.update(position);
    },
    done: () => bar.stop(),
  };
}
