/** Before `npm start` builds and before `npm run dev`. Fails if a setting is wrong or the port is in use. */
import { createServer } from 'node:net';
import { listenFailure } from '../process/listening.ts';
import { readConfig } from '../process/config.ts';

// npm runs on the machine's Node, scripts on the one that npm installs with the product.
const { npm_config_user_agent: agent, npm_package_engines_node: engines } = process.env;
const [used = NaN, oldest = NaN] = [agent, engines].map((text) => Number(/(?:node\/v|>=)(\d+)/.exec(text ?? '')?.[1]));
if (used < oldest)
  process.stderr.write(`npm runs on Node ${used}, which is not supported. Install Node ${oldest} or newer.\n`);

const { host, port } = readConfig();
const server = createServer();
server.once('error', (error) => {
  process.stderr.write(`${listenFailure(error, { host, port })}\n`);
  process.exitCode = 1;
});
server.listen({ host, port }, () => server.close());
