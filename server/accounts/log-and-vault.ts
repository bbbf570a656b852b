import type { Undo } from '#db/vault/restorable-access.ts';
import { isUnavailable } from '#db/read-models/read-model-faults.ts';

/** Records in the log what the vault has already done. When the log refuses, undoes the change of the vault. */
export async function orUndo<Result>(undo: Undo, note: () => Promise<Result>): Promise<Result> {
  try {
    return await note();
  } catch (error) {
    undo();
    throw error;
  }
}

/**
 * Runs a step that follows from a recorded event; the event stands even if the step fails. When the disk, a sealed store or a
 * read model prevents the step now, the worker for accounts runs it later.
 */
export async function orLater(follow: () => void | Promise<unknown>): Promise<void> {
  try {
    await follow();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
