/** The command line over the event log: `npm run events -- <command>`, or `node dist/server/events.js <command>`. */
import { PRIVATE_UMASK } from '../process/private-folder.ts';
import { runCommand } from './command.ts';

process.umask(PRIVATE_UMASK);
process.exitCode = await runCommand(process.argv.slice(2));
