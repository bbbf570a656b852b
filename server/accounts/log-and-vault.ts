import type { Undo } from '#db/kept-access.ts';
import { isRefusedByDisk } from '#db/sqlite.ts';

/** Lets the log note what the vault has done already; when it refuses, the vault goes back, so that nothing was changed. */
export async function orUndo<Result>(undo: Undo, note: () => Promise<Result>): Promise<Result> {
  try {
    return await note();
  } catch (error) {
    undo();
    throw error;
  }
}

/** Does in the vault what follows from what the log has noted. The worker for accounts does it later on a disk that takes nothing now. */
export async function orLater(follow: () => void | Promise<unknown>): Promise<void> {
  try {
    await follow();
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
  }
}
