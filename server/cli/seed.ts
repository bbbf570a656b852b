import { PRIVATE_UMASK } from '../process/private-folder.ts';
import { endOnOutputErrors } from './command.ts';
import { runSeed } from './seed-command.ts';

process.umask(PRIVATE_UMASK);
endOnOutputErrors();
process.exitCode = await runSeed(process.argv.slice(2));
