import { waitTime } from '#shared/calls/wait.ts';

/** The message for a client that exceeds a rate limit: `Too many requests ... Try again in 2 minutes.` */
export function waitWords(seconds: number): string {
  return `Too many requests came from you or your network. Try again in ${waitTime(seconds)}.`;
}
