/** Integer cents, in US dollars unless a currency is named. */

const DOLLARS = 'usd';

const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function formatCents(cents: number, currency: string = DOLLARS): string {
  if (currency !== DOLLARS) {
    const other = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
    return other.format(cents / 10 ** (other.resolvedOptions().maximumFractionDigits ?? 2));
  }
  return (cents % 100 === 0 ? WHOLE : EXACT).format(cents / 100);
}

export function sumAmounts(items: readonly { readonly amount: number }[]): number {
  return items.reduce((cents, { amount }) => cents + amount, 0);
}
