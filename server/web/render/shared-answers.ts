import { hash } from 'node:crypto';
import type { AppRpc } from '#shared/calls/contract.ts';

const MINUTE_MS = 60_000;

/** Calls whose answers are the same for every visitor without a hold. */
type Name = 'availability' | 'nextOpen';

type ValueOf<Each extends Name> = Awaited<ReturnType<AppRpc[Each]>>;

export interface Answer<Value = unknown> {
  readonly value: Value;
  /** A hash of its JSON. */
  readonly digest: string;
}

export type Ask = <Each extends Name>(name: Each, input: Parameters<AppRpc[Each]>[0]) => Promise<Answer<ValueOf<Each>>>;

export interface AnswerSources {
  readonly clock: { now(): number };
  /** How often availability has changed. */
  readonly liveAvailability: { readonly changes: number };
}

/** What public pages show of the calendar, computed once for all of them until a day changes or a minute ends. */
export class SharedAnswers {
  readonly #sources: AnswerSources;
  #asOf = '';
  #answers = new Map<string, Promise<Answer>>();

  constructor(sources: AnswerSources) {
    this.#sources = sources;
  }

  /** Asks for answers as of now; new ones come from `callsOf`. */
  askNow(callsOf: () => AppRpc): Ask {
    const { clock, liveAvailability } = this.#sources;
    // What depends on time changes at whole minutes.
    const asOf = `${liveAvailability.changes} ${Math.floor(clock.now() / MINUTE_MS)}`;
    if (asOf !== this.#asOf) {
      this.#asOf = asOf;
      this.#answers = new Map();
    }
    const answers = this.#answers;
    return (name, input) => {
      const key = `${name} ${JSON.stringify(input)}`;
      const known = answers.get(key);
      const answer = known ?? read(callsOf()[name] as (asked: unknown) => Promise<unknown>, input);
      if (!known) {
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
      }
      return answer as Promise<Answer<never>>;
    };
  }
}

async function read(call: (asked: unknown) => Promise<unknown>, input: unknown): Promise<Answer> {
  const value = await call(input);
  return { value, digest: hash('sha256', JSON.stringify(value), 'base64url') };
}

/** These calls, with answers that are shared. */
export function withAnswers(rpc: AppRpc, ask: Ask): AppRpc {
  return {
    ...rpc,
    availability: async (range) => (await ask('availability', range)).value,
    nextOpen: async () => (await ask('nextOpen', undefined)).value,
  };
}
