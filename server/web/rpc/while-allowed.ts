import type { SignInSession } from './handler.ts';

/** How often, in milliseconds, a stream that waits for its next value checks whether its reader still has access. */
const LOOK_MS = 500;

type Access = Pick<SignInSession, 'stillHolds'>;

/**
 * Ends a stream as soon as its reader's access ends, also while it waits for its next value. Not a generator: one that waits
 * would not pass on that its reader has left.
 */
export function whileAllowed(values: AsyncIterable<unknown>, access: Access): AsyncIterableIterator<unknown> {
  const iterator = values[Symbol.asyncIterator]();
  async function end(): Promise<IteratorReturnResult<undefined>> {
    // A generator that waits returns only after its next value: nothing waits for that.
    Promise.resolve(iterator.return?.()).catch(() => {});
    return { done: true, value: undefined };
  }
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const losing = lossOf(access);
      try {
        const result = await Promise.race([iterator.next(), losing.lost]);
        return result !== 'lost' && (result.done || (await access.stillHolds())) ? result : await end();
      } catch (error) {
        await end();
        throw error;
      } finally {
        losing.stop();
      }
    },
    return: end,
  };
}

/** `lost` resolves once access has ended; it rejects when that cannot be read. */
function lossOf(access: Access): { readonly lost: Promise<'lost'>; readonly stop: () => void } {
  const { promise: lost, resolve, reject } = Promise.withResolvers<'lost'>();
  const looking = setInterval(() => {
    access.stillHolds().then((holds) => holds || resolve('lost'), reject);
  }, LOOK_MS);
  return { lost, stop: () => clearInterval(looking) };
}
