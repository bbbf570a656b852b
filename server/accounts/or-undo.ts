import type { Undo } from '#db/kept-access.ts';

/** Lets the log note what the vault has done already; when it refuses, the vault goes back, so that nothing was changed. */
export async function orUndo<Result>(undo: Undo, note: () => Promise<Result>): Promise<Result> {
  try {
    return await note();
  } catch (error) {
    undo();
    throw error;
  }
}
