const COUNT = new Intl.NumberFormat('en-US');

/** `12,345` */
export function formatCount(count: number): string {
  return COUNT.format(count);
}
