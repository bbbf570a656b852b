import { dirname, join } from 'node:path';

function eventsCommand(): string {
  const { env, argv, argv0 } = process;
  const isBuilt = !import.meta.filename.endsWith('.ts');
  if (!isBuilt || env['npm_lifecycle_event'] !== undefined) return 'npm run events --';
  return `${argv0} ${join(dirname(argv[1] ?? ''), 'events.js')}`;
}

/**
 * What to type before the words of `server/cli/events.ts`, for advice. A process that npm did not start names its own Node and the
 * program beside its own: the image has neither npm nor the sources.
 */
export const EVENTS_COMMAND = eventsCommand();
