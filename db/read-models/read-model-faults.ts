import { isUnableToSave } from '../integrity/sealed.ts';
import { isRefusedAtPresent, sqliteCode } from '../disk/sqlite.ts';

/** A read model cannot be asked at present: it is being made again, or waits for the disk. */
export class ReadModelUnavailable extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`the read model ${name} is not available at present`, options);
    this.name = 'ReadModelUnavailable';
  }
}

/** A row is missing that earlier events of its stream have made. */
export class LostRow extends Error {}

/** Whether what was asked for may well succeed later: the fault is with our files, not with what was asked. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ReadModelUnavailable || isUnableToSave(error);
}

/** SQLite's words for a file whose content cannot be relied on. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR(?!_WRITE)|CANTOPEN|FORMAT)/;
const LOCKED = /^SQLITE_LOCKED/;

/** What a failure says of a read model's file: its content is lost, it takes nothing at present, or nothing. */
export function faultOf(error: unknown): 'damaged' | 'refused' | null {
  if (error instanceof LostRow) return 'damaged';
  const code = sqliteCode(error) ?? '';
  if (DAMAGED.test(code)) return 'damaged';
  return isRefusedAtPresent(error) || LOCKED.test(code) ? 'refused' : null;
}

/** Whether a failure comes from SQLite or the operating system, not from the events. */
export function isOfDisk(error: unknown): boolean {
  return sqliteCode(error) !== null || (error instanceof Error && 'code' in error);
}
