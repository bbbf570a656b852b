import { OTHER_PARAMETERS } from './objects.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Form = Readonly<Record<string, string>>;

/** Stored responses by idempotency key: a repeated key gets the same response, failure or not, and requires the same parameters. */
export class KeptAnswers {
  readonly #kept = new Map<string, { readonly form: string; readonly answer: Answer }>();

  once(key: string, form: Form, make: () => Answer): Answer {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#keep(key, form, make());
    if (kept.form === JSON.stringify(form)) return { ...kept.answer, headers: { 'idempotent-replayed': 'true' } };
    return { status: OTHER_PARAMETERS.status, body: { error: OTHER_PARAMETERS.error } };
  }

  #keep(key: string, form: Form, answer: Answer): Answer {
    // An invalid request has no effect and is not stored.
    if (answer.status !== 400) this.#kept.set(key, { form: JSON.stringify(form), answer });
    return answer;
  }

  /** Makes all stored responses failures: a request with one of these keys gets the failure again. */
  spoil(): void {
    const body = { error: { type: 'api_error', message: 'An unknown error occurred' } };
    for (const [key, { form }] of this.#kept) this.#kept.set(key, { form, answer: { status: 500, body } });
  }

  /** Drops all keys, as Stripe does after a day. */
  forget(): void {
    this.#kept.clear();
  }
}
