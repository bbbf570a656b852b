/** Before `npm start` builds and before `npm run dev`. Fails if a setting is wrong or the port is in use. */
import { createServer } from 'node:net';
import { listenFailure } from '../process/listening.ts';
import { readConfig } from '../process/config.ts';

const { host, port } = readConfig();
const server = createServer();
server.once('error', (error) => {
  process.stderr.write(`${listenFailure(error, { host, port })}\n`);
  process.exitCode = 1;
});
server.listen({ host, port }, () => server.close());
