import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Log } from '../../process/log.ts';
import { type Attempt, TryLater } from '../../process/following/worker.ts';
import type { MailContent } from './layout/letter.ts';
import { MailDelayed, MailRefused, type Mailer } from './port.ts';

/** A letter, and what tells it apart from others that the same event asks for. */
export interface PartLetter {
  readonly to: string;
  readonly content: MailContent;
  readonly part: string;
}

/**
 * Hands the letters of an event over, but for those that earlier tries have. One that is not taken keeps no other back: when
 * all were tried, throws what stood in the way. `onRefusal` hears of those that will never be taken.
 */
export async function deliverAll(
  letters: readonly PartLetter[],
  { event, about }: { readonly event: Recorded<DomainEvent>; readonly about: string },
  { mailer, log }: { readonly mailer: Mailer; readonly log: Log },
  { signal, done }: Attempt,
  onRefusal: (letter: PartLetter, refused: MailRefused) => Promise<void> = async () => {},
): Promise<void> {
  // The second would have the key of the first, and never be sent.
  if (new Set(letters.map(({ part }) => part)).size < letters.length)
    throw new Error(`two letters about ${event.type} to the same party`);
  const failures: unknown[] = [];
  for (const letter of letters) {
    const { part, to, content } = letter;
    if (done.has(part)) continue;
    try {
      await mailer.send({ key: `${event.id}:${part}`, about, to, ...content }, signal);
    } catch (error) {
      if (error instanceof MailDelayed && error.isForAll) throw later(error);
      if (signal.aborted) throw error;
      if (!(error instanceof MailRefused)) {
        failures.push(error instanceof MailDelayed ? later(error) : error);
        continue;
      }
      await onRefusal(letter, error);
      log.error({ err: error, worker: 'mail', position: event.position, event: event.id, part }, 'a mail was refused');
    }
    done.add(part);
  }
  if (failures.length > 0) throw failures[0];
}

function later(delayed: MailDelayed): TryLater {
  const { message, afterMs, isForAll } = delayed;
  return new TryLater(message, { afterMs, isForAll, cause: delayed });
}
