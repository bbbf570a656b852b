import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Asks the operator. Resolves with whether the answer is "yes"; without a terminal the input may end without an answer. */
export async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const end = once(terminal, 'close').then(() => '');
  try {
    return (await Promise.race([terminal.question(`${question} Type yes: `), end])).trim() === 'yes';
  } finally {
    terminal.close();
  }
}
