import type { Done, Notice } from '#shared/account.ts';

/** Where a command's answer leads to and what is to be said there, as far as it tells. */
export function doneOf(output: unknown): { redirect?: string; notice?: Notice; whom?: string } {
  if (typeof output !== 'object' || output === null) return {};
  const { redirect, notice, whom } = output as Partial<Done>;
  return {
    ...(typeof redirect === 'string' && { redirect }),
    ...(typeof notice === 'string' && { notice }),
    ...(typeof whom === 'string' && { whom }),
  };
}
