import type * as fc from 'fast-check';
import { clock } from './calendar.ts';
import { checkInvariants } from './invariants.ts';
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

export type Step = fc.Command<Shop, World>;

/** How often each answer was met in all runs, so that a test can tell that no corner was left out. */
export const answersMet = new Map<string, number>();

interface Story {
  /** Who it happens to may be known only once it does. */
  readonly textResponse: string | (() => string);
  readonly isPossible?: (shop: Readonly<Shop>) => boolean;
  /** Returns the results of the decisions, and those that the shop expects. */
  readonly run: (shop: Shop, world: World) => readonly [actual: readonly string[], expected: readonly string[]];
}

/** One thing that happens, decided by the rules and by the shopkeeper: a run stops at the first in which they differ. */
export function step({ textResponse, isPossible = () => true, run }: Story): Step {
  const words = typeof textResponse === 'string' ? () => textResponse : textResponse;
  return {
    check: (shop) => isPossible(shop),
    run(shop, world) {
      const before = world.log.length;
      const [actual, expected] = run(shop, world);
      for (const answer of expected) {
        const unnamed = answer.replace(/ of \w+$/, '');
        answersMet.set(unnamed, (answersMet.get(unnamed) ?? 0) + 1);
      }
      if (actual.join('; ') !== expected.join('; ')) {
        throw new Error(`at ${clock(world.now)}, ${words()}: ${actual.join('; ')} instead of ${expected.join('; ')}`);
      }
      // What is refused changes nothing.
      if (world.log.length > before) checkInvariants(world);
    },
    toString: words,
  };
}
