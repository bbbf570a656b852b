import { RetryLater } from '../../process/jobs/job-kind.ts';
import { type Mail, MailDelayed, MailRefused, type Mailer } from './port.ts';

/** Returns why the provider will never accept the mail; null once accepted. Throws if it has to be sent later. */
export async function deliver(mailer: Mailer, mail: Mail, signal: AbortSignal): Promise<MailRefused | null> {
  try {
    await mailer.send(mail, signal);
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return error;
    if (!(error instanceof MailDelayed)) throw error;
    const { message, afterMs, isForAll } = error;
    throw new RetryLater(message, { afterMs, isForAll, cause: error });
  }
}
