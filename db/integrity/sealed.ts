import type { Seal } from './fit.ts';
import { DiskFailure } from '../disk-guard.ts';
import { isCorrupt, isRefusedAtPresent } from '../disk/sqlite.ts';

/** Nothing is written to the store, and what it cannot know is not read from it either. */
export class StoreSealed extends Error {
  readonly seal: Seal;

  constructor(seal: Seal) {
    super(seal.reason);
    this.seal = seal;
  }
}

/** Whether an error says that nothing can be saved, at present or until an operator has seen to it. */
export function isUnableToSave(error: unknown): boolean {
  return error instanceof StoreSealed || error instanceof DiskFailure || isRefusedAtPresent(error) || isCorrupt(error);
}
