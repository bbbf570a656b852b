import { once } from 'node:events';
import type { RunningServer } from '../server.ts';
import type { Visitors } from './visitors.ts';

/** Number of visitors at once. */
const CROWD = 24;

/** Starts a server, lets a crowd of visitors in, and kills it a moment after its first response. */
export async function killUnderLoad(start: () => Promise<RunningServer>, visitors: Visitors): Promise<void> {
  const server = await start();
  const gone = once(server.process, 'exit');
  const kill = () => void server.process.kill('SIGKILL');
  let timer: NodeJS.Timeout | null = null;
  try {
    await visitors.crowd(server.origin, CROWD, () => {
      timer ??= setTimeout(kill, 50 + Math.random() * 350);
    });
  } catch (error) {
    throw new Error(`the server went wrong before it was killed, and said: ${server.output()}`, { cause: error });
  } finally {
    kill();
    await gone;
  }
}
