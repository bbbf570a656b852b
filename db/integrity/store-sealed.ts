import type { Seal } from './seal.ts';
import { DiskFailure } from '../disk-guard.ts';
import { isCorrupt, isRefusedAtPresent } from '../disk/sqlite.ts';

/** Thrown by a sealed store: it accepts no changes, and returns no data that it may have lost. */
export class StoreSealed extends Error {
  readonly seal: Seal;

  constructor(seal: Seal) {
    super(seal.reason);
    this.seal = seal;
  }
}

/** Whether an error means that nothing can be saved, at present or until an operator acts. */
export function isUnableToSave(error: unknown): boolean {
  return error instanceof StoreSealed || error instanceof DiskFailure || isRefusedAtPresent(error) || isCorrupt(error);
}
