/** `27 seconds`, or whole minutes from a minute and a half on. */
export function waitTime(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
