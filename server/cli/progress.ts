import { SingleBar } from 'cli-progress';
import { formatCount } from '#shared/format-count.ts';

/** On a terminal only. */
export function showProgress(what: string, of = 'events', stream: NodeJS.WritableStream = process.stderr) {
  const bar = new SingleBar({
    stream,
    format: `${what} [{bar}] {percentage}% {value} of {total} ${of}, {eta_formatted} left`,
    formatValue: (value, _, type) => (type === 'value' || type === 'total' ? formatCount(value) : String(value)),
    hideCursor: true,
  });
  return {
    reached(position: number, end: number) {
      if (!bar.isActive) bar.start(end, 0);
      bar.setTotal(end);
      bar.update(position);
    },
    done: () => bar.stop(),
  };
}
