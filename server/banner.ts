import type { Config } from './config.ts';

function paymentWords(payments: Config['payments']): string {
  if (payments.kind === 'sandbox') return 'a sandbox: no money moves';
  return payments.isLive ? 'Stripe, live' : 'Stripe, test keys: no real money';
}

/** What the product says when it starts: where it is, and what of it is only local. */
export function banner({ appName, publicUrl, host, port, dataFolder, mail, payments, clock }: Config): string {
  const lines = [
    `${appName} is open at http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`,
    ...(publicUrl === `http://localhost:${port}` ? [] : [`known to visitors as ${publicUrl}`]),
    `  data      ${dataFolder}`,
    `  mail      ${mail.kind === 'resend' ? `by Resend, from ${mail.from}` : `stays here: ${publicUrl}/dev/mailbox`}`,
    `  payments  ${paymentWords(payments)}`,
    ...(clock.kind === 'movable' ? [`  clock     ${publicUrl}/dev/clock`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
