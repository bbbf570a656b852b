import type { Undo } from '#db/vault/kept-access.ts';
import { isUnavailable } from '#db/read-models/read-model-faults.ts';

/** Lets the log note what the vault has done already; when it refuses, the vault goes back, so that nothing was changed. */
export async function orUndo<Result>(undo: Undo, note: () => Promise<Result>): Promise<Result> {
  try {
    return await note();
  } catch (error) {
    undo();
    throw error;
  }
}

/**
 * Does what follows from what the log has noted: that is done, whatever comes of this. What a disk, a sealed store or a read model does not
 * allow now is left to the worker for accounts.
 */
export async function orLater(follow: () => void | Promise<unknown>): Promise<void> {
  try {
    await follow();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
