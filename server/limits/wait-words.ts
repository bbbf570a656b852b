/** What somebody who asks too often is told: `Too many requests ... Try again in 2 minutes.` */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${minutes} minutes`;
  return `Too many requests came from you or from your network. Try again in ${wait}.`;
}
