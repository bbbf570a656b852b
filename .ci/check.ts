/**
 * Format, lint, types and the tests that take milliseconds, at once. Prints only what fails. With `--changed`, the tests, also those of
 * the network, that concern files that differ from the last commit, or from another: `npm run check:fast -- main`.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import '../server/build/routes.ts';

const isFast = process.argv[2] === '--changed';
const changed = isFast ? ['--project', 'network', '--changed', ...process.argv.slice(3), '--passWithNoTests'] : [];

const STEPS = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  types: ['tsc'],
  tests: ['vitest', 'run', '--project', 'unit*', '--reporter', 'dot', ...changed],
};

/** Runs a step. Its output if it failed, else null. */
async function run([program = '', ...args]: readonly string[]): Promise<string | null> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', resolve);
  });
  const [code, printed, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return code === 0 ? null : printed + complained;
}

await Promise.all(
  Object.entries(STEPS).map(async ([name, step]) => {
    const output = await run(step);
    if (output === null) return;
    process.stderr.write(`${output}\n${name} failed\n`);
    process.exitCode = 1;
  }),
);
