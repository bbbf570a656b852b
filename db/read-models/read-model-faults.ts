import { isUnableToSave, isWriteRefused, sqliteCode } from '../disk/sqlite.ts';

/** A read model cannot be queried at present: it is being rebuilt, or waits for the disk. */
export class ReadModelUnavailable extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`the read model ${name} is not available at present`, options);
    this.name = 'ReadModelUnavailable';
  }
}

/** A row is missing although earlier events of its stream created it. */
export class LostRow extends Error {}

/** Whether the same query may succeed later: the files are at fault, not the query. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ReadModelUnavailable || isUnableToSave(error);
}

/** SQLite's error codes for a file whose content cannot be relied on. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR(?!_WRITE)|CANTOPEN|FORMAT)/;

/** What an error says about a read model's file: its content is lost, or it cannot be written at present; null for neither. */
export function faultOf(error: unknown): 'damaged' | 'refused' | null {
  if (error instanceof LostRow) return 'damaged';
  const code = sqliteCode(error) ?? '';
  if (DAMAGED.test(code)) return 'damaged';
  return isWriteRefused(error) ? 'refused' : null;
}

/** Whether an error comes from SQLite or the operating system, not from the events. */
export function isOfDisk(error: unknown): boolean {
  return sqliteCode(error) !== null || (error instanceof Error && 'code' in error);
}

/** What is logged of an error of a read model. */
export function inDetail({ name: readModel }: { readonly name: string }, error: unknown): object {
  return { readModel, why: error instanceof Error ? error.message : String(error), code: sqliteCode(error) };
}
