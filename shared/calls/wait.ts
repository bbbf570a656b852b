/** `27 seconds`, or whole minutes above a minute and a half. */
export function waitTime(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
