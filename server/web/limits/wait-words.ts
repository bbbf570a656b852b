import { waitTime } from '#shared/wait.ts';

/** What a client that asks too often is told: `Too many requests ... Try again in 2 minutes.` */
export function waitWords(seconds: number): string {
  return `Too many requests came from you or your network. Try again in ${waitTime(seconds)}.`;
}
