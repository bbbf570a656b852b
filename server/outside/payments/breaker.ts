import { CallPostponed, ProviderUnreachable } from './port.ts';

/** Different checkouts or refunds that must fail in a row. */
const SUSPICIOUS = 3;

/** After it, one call tests the provider. */
const REST_MS = 10_000;

export interface BreakerParts {
  readonly elapsed: () => number;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Opens when calls about several subjects fail in a row, because a single one may be faulty. A refusal counts as a response. */
export class Breaker {
  readonly #parts: BreakerParts;
  readonly #failed = new Set<string>();
  #isOpen = false;
  #restsUntil = 0;
  #isTrying = false;

  constructor(parts: BreakerParts) {
    this.#parts = parts;
  }

  async run<Answer>(subject: string, call: () => Promise<Answer>): Promise<Answer> {
    const isTrial = this.#isOpen;
    if (isTrial) this.#beginTrial();
    try {
      const answer = await call();
      this.#answered();
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) this.#answered();
      else if (!(error instanceof CallPostponed)) this.#failedWith(subject, isTrial);
      throw error;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  #beginTrial(): void {
    const left = this.#restsUntil - this.#parts.elapsed();
    if (left > 0 || this.#isTrying) {
      throw new CallPostponed('the payment provider does not respond, so calls are paused', Math.max(left, 1000));
    }
    this.#isTrying = true;
  }

  #answered(): void {
    this.#failed.clear();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.onClose();
  }

  #failedWith(subject: string, isTrial: boolean): void {
    if (this.#isOpen && !isTrial) return;
    this.#failed.add(subject);
    if (this.#failed.size < SUSPICIOUS && !this.#isOpen) return;
    this.#failed.clear();
    this.#restsUntil = this.#parts.elapsed() + REST_MS;
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#parts.onOpen();
  }
}
