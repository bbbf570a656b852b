import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Log } from '../../process/log.ts';
import { type Attempt, TryLater } from '../../process/following/worker.ts';
import type { MailContent } from './layout/letter.ts';
import { MailDelayed, MailRefused, type Mailer } from './port.ts';

/** A letter, and what distinguishes it from other letters of the same event. */
export interface PartLetter {
  readonly to: string;
  readonly content: MailContent;
  readonly part: string;
}

/** The event and the stream that letters are sent for. */
interface Delivery {
  /** The event whose id is the idempotency key. */
  readonly event: Recorded<DomainEvent>;
  /** The stream of the booking or account. */
  readonly about: string;
  /** The event that the letters are about, if it differs from `event`. */
  readonly cause?: string;
}

/**
 * Sends the letters of an event, except those that earlier attempts have sent. A failing letter does not stop the others: throws
 * after all were attempted. Calls `onRefusal` for letters that will never be accepted.
 */
export async function deliverAll(
  letters: readonly PartLetter[],
  { event, about, cause = event.id }: Delivery,
  { mailer, log }: { readonly mailer: Mailer; readonly log: Log },
  { signal, done }: Attempt,
  onRefusal: (letter: PartLetter, refused: MailRefused) => Promise<void> = async () => {},
): Promise<void> {
  // Two letters with the same part would share an idempotency key: the second would never be sent.
  if (new Set(letters.map(({ part }) => part)).size < letters.length)
    throw new Error(`two letters about ${event.type} to the same party`);
  const failures: unknown[] = [];
  for (const letter of letters) {
    const { part, to, content } = letter;
    if (done.has(part)) continue;
    try {
      await mailer.send({ key: `${event.id}:${part}`, about, cause, part, to, ...content }, signal);
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
