import type { Clock } from '../../process/clock.ts';
import { type Mail, MailRefused, type Mailer } from './port.ts';

/** By then, the mail will have been attempted again. */
const DOUBTED_FOR_MS = 15 * 60_000;

/** An invalid address says nothing about other mails. */
export class WatchedMailer implements Mailer {
  readonly #mailer: Mailer;
  readonly #clock: Pick<Clock, 'elapsed'>;
  #failedAt: number | null = null;

  constructor(mailer: Mailer, clock: Pick<Clock, 'elapsed'>) {
    this.#mailer = mailer;
    this.#clock = clock;
  }

  get name(): string {
    return this.#mailer.name;
  }

  get canSend(): boolean {
    return this.#failedAt === null || this.#clock.elapsed() - this.#failedAt >= DOUBTED_FOR_MS;
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    try {
      await this.#mailer.send(mail, signal);
      this.#failedAt = null;
    } catch (error) {
      const isAboutThisMail = error instanceof MailRefused && !error.refusesAll;
      if (!isAboutThisMail && !signal.aborted) this.#failedAt = this.#clock.elapsed();
      throw error;
    }
  }

  forget(streams: readonly string[]): Promise<void> {
    return this.#mailer.forget(streams);
  }
}
