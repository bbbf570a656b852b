import { dirname, join } from 'node:path';

function eventsCommand(): string {
  const { env, argv, argv0 } = process;
  const isBuilt = !import.meta.filename.endsWith('.ts');
  if (!isBuilt || env['npm_lifecycle_event'] !== undefined) return 'npm run events --';
  return `${argv0} ${join(dirname(argv[1] ?? ''), 'events.js')}`;
}

/**
 * The command line of `server/cli/events.ts`, for advice in messages. If npm did not start this process, it is Node with the built
 * program, because the image has neither npm nor the sources.
 */
export const EVENTS_COMMAND = eventsCommand();
