/** Runs before `npm start` builds and before `npm run dev`. Fails at once if a setting is wrong or the port is in use. */
import { createServer } from 'node:net';
import { listenFailure } from '../process/listening.ts';
import { readConfig } from '../process/read-config.ts';

/** The major version in text like `node/v22.1.0` or `>=22`. */
function majorOf(text: string | undefined): number | undefined {
  const [digits] = /(?<=node\/v|>=)\d+/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** npm runs on the machine's Node. Scripts run on the Node that npm installs with the product. */
function warnOfOldNode({ npm_config_user_agent: agent, npm_package_engines_node: engines }: NodeJS.ProcessEnv): void {
  const [used, oldest] = [majorOf(agent), majorOf(engines)];
  if (used === undefined || oldest === undefined || used >= oldest) return;
  process.stderr.write(`npm runs on Node ${used}, which is not supported. Install Node ${oldest} or newer.\n`);
}

warnOfOldNode(process.env);
const { host, port } = readConfig();
const server = createServer();
server.once('error', (error) => {
  process.stderr.write(`${listenFailure(error, { host, port })}\n`);
  process.exitCode = 1;
});
server.listen({ host, port }, () => server.close());
