/** `npm run events -- <command>`, or `node dist/server/main.js events <command>`. */
import { PRIVATE_UMASK } from '../process/private-folder.ts';
import { endOnOutputErrors } from './command.ts';
import { runEvents } from './events-command.ts';

process.umask(PRIVATE_UMASK);
endOnOutputErrors();
process.exitCode = await runEvents(process.argv.slice(2));
